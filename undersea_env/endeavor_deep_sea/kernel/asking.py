"""The open question: who decides, which question it is, and the set of its answers."""

import numpy as np

from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit
from undersea_env.endeavor_deep_sea.compiled.rulebook import BITS_OF_WORD
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.state import LEGAL_WORDS

ALL_OF_WORD = (1 << BITS_OF_WORD) - 1
# A set of answers may reach from one word into the next: there is one behind the word in which any block begins.
assert max(ACTIONS[block.name] for block in ACTIONS) // BITS_OF_WORD + 1 < LEGAL_WORDS


@jit
def ask(state, seat, question):
    """Open a question without answers."""
    state.seat = seat
    state.question = question
    for word in range(LEGAL_WORDS):
        state.legal[word] = 0


@jit
def offer(state, action):
    state.legal[action // BITS_OF_WORD] |= np.int64(1) << (action % BITS_OF_WORD)


@jit
def offer_each(state, first, members):
    """One answer of a block for every member of a set."""
    word, place = first // BITS_OF_WORD, first % BITS_OF_WORD
    state.legal[word] |= (members << place) & ALL_OF_WORD
    state.legal[word + 1] |= members >> (BITS_OF_WORD - place)


@jit
def count_answers(state):
    n = 0
    for word in range(LEGAL_WORDS):
        n += ones(state.legal[word])
    return n


@jit
def first_answer(state):
    for word in range(LEGAL_WORDS):
        if state.legal[word]:
            return word * BITS_OF_WORD + lowest(state.legal[word])
    return 0


@jit
def list_answers(state, out):
    """Ascending; returns how many there are."""
    n = 0
    for word in range(LEGAL_WORDS):
        answers = np.int64(state.legal[word])
        while answers:
            out[n] = word * BITS_OF_WORD + lowest(answers)
            answers &= answers - 1
            n += 1
    return n

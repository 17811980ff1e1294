"""The open question: who decides, which question it is, and the set of its answers."""

import numpy as np

from undersea_env.cloudage.compiled.limits import BITS_OF_WORD, CARD_WORDS
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.state import LEGAL_WORDS
from undersea_env.compiling.bits import lowest, ones
from undersea_env.compiling.jit import jit

ALL_OF_WORD = (1 << BITS_OF_WORD) - 1
# A set of answers may reach from one word into the next: there is one behind the word in which any of them begins.
assert all(ACTIONS[block.name] // BITS_OF_WORD + 1 < LEGAL_WORDS for block in ACTIONS)


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
def offer_cards(state, low, high):
    """Projects, a set in two words."""
    offer_each(state, actions.PROJECT, low)
    offer_each(state, actions.PROJECT + BITS_OF_WORD, high)


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


assert CARD_WORDS == 2

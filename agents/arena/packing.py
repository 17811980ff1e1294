"""The decisions of a game as a short text: the numbers of the actions, each in as many bits as the highest needs."""

import base64
import binascii
from collections.abc import Sequence

import numpy as np

from undersea_env.errors import InvalidReplay
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

BITS = (NUM_ACTIONS - 1).bit_length()
WORD = 16


def packed(actions: Sequence[int]) -> str:
    words = np.array(actions, ">u2").reshape(-1, 1).view(np.uint8)
    bits = np.unpackbits(words, axis=1)[:, WORD - BITS :]
    return base64.b64encode(np.packbits(bits).tobytes()).decode("ascii")


def unpacked(text: str, n: int) -> list[int]:
    """The n actions of a text; refuses what `packed` does not give."""
    try:
        content = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise InvalidReplay("the actions are not in base64") from None
    if len(content) != (n * BITS + 7) // 8:
        raise InvalidReplay(f"{n} actions take {(n * BITS + 7) // 8} bytes, found {len(content)}")
    bits = np.unpackbits(np.frombuffer(content, np.uint8))[: n * BITS].reshape(n, BITS)
    actions: list[int] = (bits @ (1 << np.arange(BITS - 1, -1, -1))).tolist()
    if any(action >= NUM_ACTIONS for action in actions) or packed(actions) != text:
        raise InvalidReplay(f"the actions are damaged: they are numbers below {NUM_ACTIONS}")
    return actions

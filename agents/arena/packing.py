"""The decisions of a game as a short text: the numbers of the actions, each in as many bits as the highest needs."""

import base64
import binascii
from collections.abc import Sequence

import numpy as np

from undersea_env.errors import InvalidReplay

WORD = 16


def packed(actions: Sequence[int], num_actions: int) -> str:
    words = np.array(actions, ">u2").reshape(-1, 1).view(np.uint8)
    bits = np.unpackbits(words, axis=1)[:, WORD - _bits_of(num_actions) :]
    return base64.b64encode(np.packbits(bits).tobytes()).decode("ascii")


def unpacked(text: str, n: int, num_actions: int) -> list[int]:
    """The n actions of a text; refuses what `packed` does not give."""
    bits_each = _bits_of(num_actions)
    try:
        content = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise InvalidReplay("the actions are not in base64") from None
    if len(content) != (n * bits_each + 7) // 8:
        raise InvalidReplay(f"{n} actions take {(n * bits_each + 7) // 8} bytes, found {len(content)}")
    bits = np.unpackbits(np.frombuffer(content, np.uint8))[: n * bits_each].reshape(n, bits_each)
    actions: list[int] = (bits @ (1 << np.arange(bits_each - 1, -1, -1))).tolist()
    if any(action >= num_actions for action in actions) or packed(actions, num_actions) != text:
        raise InvalidReplay(f"the actions are damaged: they are numbers below {num_actions}")
    return actions


def _bits_of(num_actions: int) -> int:
    return max(1, (num_actions - 1).bit_length())

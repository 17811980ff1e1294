"""A controlled English for printed things: words, numbers and signs read one by one.

Errors say where and what was expected. A game derives a reader from `TokenReader` that knows its own sentences.
"""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NoReturn, TypeVar

Forms = tuple[str, str]     # singular, plural
Meaning = TypeVar("Meaning")

LOWER_CASE = frozenset(string.ascii_lowercase)
DIGITS = frozenset(string.digits)
WORD_CHARACTERS = LOWER_CASE | DIGITS | {"-"}


def is_id(text: str) -> bool:
    """Whether a sentence can name it: lower case letters, digits and hyphens, a letter first."""
    return bool(text) and text[0] in LOWER_CASE and WORD_CHARACTERS.issuperset(text)


class LanguageError(ValueError):
    """A text that is not of the effect language. `position` counts the characters of the cell from 1."""

    def __init__(self, expected: str, found: str, position: int, text: str, where: str = "") -> None:
        self.expected = expected
        self.found = found
        self.position = position
        self.text = text
        self.where = where
        prefix = f"{where}: " if where else ""
        super().__init__(f"{prefix}expected {expected}, found {found} (character {position} of {text!r})")


@dataclass(frozen=True)
class Token:
    kind: str                # "word", "number", "sign" or "end"
    text: str
    position: int

    @property
    def shown(self) -> str:
        return "the end of the text" if self.kind == "end" else repr(self.text)


class TokenReader:
    """Passes over the tokens of one cell."""

    signs: ClassVar[tuple[str, ...]] = (",", ";", ":", "|")          # longer ones first
    letters: ClassVar[frozenset[str]] = LOWER_CASE
    anything: ClassVar[str] = "a lower case word, a number or a sign"

    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where
        self.tokens = self._split()
        self.at = 0

    def _split(self) -> list[Token]:
        tokens = []
        at = 0
        while at < len(self.text):
            if self.text[at] == " ":
                at += 1
                continue
            token = self._token_at(at)
            if token is None:
                raise LanguageError(self.anything, repr(self.text[at]), at + 1, self.text, self.where)
            tokens.append(token)
            at += len(token.text)
        tokens.append(Token("end", "", len(self.text) + 1))
        return tokens

    def _token_at(self, at: int) -> Token | None:
        if self.text[at] in self.letters:
            return Token("word", _run(self.text, at, self.letters | WORD_CHARACTERS), at + 1)
        if self.text[at] in DIGITS:
            return Token("number", _run(self.text, at, DIGITS), at + 1)
        for sign in self.signs:
            if self.text.startswith(sign, at):
                return Token("sign", sign, at + 1)
        return None

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def fail(self, expected: str, token: Token | None = None) -> NoReturn:
        token = token or self.token
        raise LanguageError(expected, token.shown, token.position, self.text, self.where)

    def accept(self, words: str) -> bool:
        """Pass over these words or this sign, if all of them come next."""
        wanted = _words(words)
        coming = [token.text for token in self.tokens[self.at:self.at + len(wanted)]]
        if coming != wanted:
            return False
        self.at += len(wanted)
        return True

    def expect(self, words: str) -> None:
        for word in _words(words):
            if not self.accept(word):
                self.fail(repr(word))

    def expect_end(self, otherwise: str) -> None:
        if self.token.kind != "end":
            self.fail(otherwise)

    def whole(self, read: Callable[[], Meaning]) -> Meaning:
        found = read()
        self.expect_end("the end of the text")
        return found

    def whole_in_parts(self, read: Callable[[], Meaning], most: int) -> tuple[Meaning, ...]:
        """What the whole cell says, its parts divided by semicolons."""
        found = [read()]
        while self.token.text == ";":
            if len(found) == most:
                self.fail(f"at most {most} parts")
            self.accept(";")
            found.append(read())
        self.expect_end("';' or the end of the text")
        return tuple(found)

    def number(self, low: int, high: int) -> int:
        token = self.token
        expected = f"a number from {low} to {high}"
        if token.kind != "number" or len(token.text) > len(str(high)):
            self.fail(expected)
        if token.text != str(int(token.text)) or not low <= int(token.text) <= high:
            self.fail(expected)
        self.at += 1
        return int(token.text)

    def maybe_number(self, low: int, high: int) -> int | None:
        return self.number(low, high) if self.token.kind == "number" else None

    def phrase(self, table: Mapping[Meaning, Forms], plural: bool, expected: str) -> Meaning:
        """The meaning of the longest phrase of the table that comes next, in the singular or the plural."""
        by_length = sorted(table.items(), key=lambda entry: -len(_words(entry[1][plural])))
        for meaning, forms in by_length:
            if self.accept(forms[plural]):
                return meaning
        start = self.at
        for _, forms in by_length:
            if self.accept(forms[not plural]):
                self.at = start
                self.fail(repr(forms[plural]))
        self.fail(expected, self.tokens[start + self._words_in_common(table, plural)])

    def _words_in_common(self, table: Mapping[Meaning, Forms], plural: bool) -> int:
        longest = 0
        for forms in table.values():
            same = 0
            for word, token in zip(_words(forms[plural]), self.tokens[self.at:], strict=False):
                if word != token.text:
                    break
                same += 1
            longest = max(longest, same)
        return longest


def _words(text: str) -> list[str]:
    """The words of a phrase; a comma inside it is one of its own."""
    return text.replace(", ", " , ").split(" ")


def _run(text: str, start: int, characters: frozenset[str]) -> str:
    end = start
    while end < len(text) and text[end] in characters:
        end += 1
    return text[start:end]

"""The results in words and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.mutants.subject import Subject

Result = dict[str, Any]
ORDER = ("agreement", "scenarios", "check of the book", "survived", "equivalent")


def fate(subject: Subject, result: Result) -> str:
    if result["caught_by"]:
        return str(result["caught_by"])
    return "equivalent" if result["name"] in subject.equivalent else "survived"


def line_of(result: Result) -> str:
    caught = f"{result['caught_by'] or 'NOT CAUGHT'} ({result['words'][:80]})"
    return f"{result['name']}  {caught}  {result['seconds']} s"


def table(subject: Subject, results: list[Result], key: Callable[[Result], str], title: str) -> list[str]:
    counts: dict[str, Counter[str]] = {}
    for result in results:
        counts.setdefault(key(result), Counter())[fate(subject, result)] += 1
    lines = [f"| {title} | mutants | {' | '.join(ORDER)} |", "| --- " * (len(ORDER) + 2) + "|"]
    for name in sorted(counts):
        numbers = " | ".join(str(counts[name][column]) for column in ORDER)
        lines.append(f"| {name} | {sum(counts[name].values())} | {numbers} |")
    return lines


def share(subject: Subject, results: list[Result]) -> str:
    fates = Counter(fate(subject, result) for result in results)
    caught = len(results) - fates["survived"] - fates["equivalent"]
    without = len(results) - fates["equivalent"]
    return (f"caught {caught} of {len(results)} ({100 * caught / max(1, len(results)):.1f} %); "
            f"without equivalents {caught} of {without} ({100 * caught / max(1, without):.1f} %)")


def diff_of(result: Result) -> list[str]:
    before, after = result["before"].split("\n"), result["after"].split("\n")
    return [f"{result['name']}", *(f"    - {line}" for line in before), *(f"    + {line}" for line in after)]


def show(subject: Subject, results: list[Result]) -> None:
    results = [result for result in results if result["caught_by"] != "does not compile"]
    for kind, title in (("data", "file"), ("kernel", "module")):
        chosen = [result for result in results if result["kind_of_mutant"] == kind]
        if not chosen:
            continue
        seconds = sum(result["seconds"] for result in chosen) / len(chosen)
        print(f"\n{kind}: {share(subject, chosen)}; {seconds:.1f} s each\n")
        by_module = lambda result: result["module"].removeprefix(f"{subject.game}/")         # noqa: E731
        print("\n".join(table(subject, chosen, by_module, title)))
        print()
        print("\n".join(table(subject, chosen, lambda result: result["kind"], "kind")))
    for wanted in ("survived", "equivalent"):
        print(f"\n{wanted}:")
        for result in results:
            if fate(subject, result) == wanted:
                print("\n".join(diff_of(result)), subject.equivalent.get(result["name"], ""), sep="\n    ")

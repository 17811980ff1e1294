"""Faults in Python sources: which there are, a fair sample of them, and sources that hold all of the sample at once.

Every fault of a sample is compiled in, behind a number that is looked up when the code runs: `(a <= b if ACTIVE[0] == 7
else a < b)`. So the rules are compiled once for hundreds of faults, and a process has the fault whose number it sets.
"""

from __future__ import annotations

import ast
import copy
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.subject import Subject

PACKAGE = Path(__file__).resolve().parents[2] / "undersea_env"
SWITCH = "ACTIVE"

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Fault:
    """One change in one function; `place` counts the nodes of the module in the order of `ast.walk`."""

    module: str
    function: str
    line: int
    place: int
    kind: str
    new: str
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line}:{self.place}:{self.kind}:{self.new}"


# --- which faults there are ---


def parsed(module: str) -> ast.Module:
    return ast.parse((PACKAGE / module).read_text())


def family_of(subject: Subject, name: str) -> str | tuple[str, ...]:
    for family in subject.families:
        if name in family:
            return family
    ends = (*subject.prefixes, *subject.suffixes)
    return next((end for end in ends if name.startswith(end) or name.endswith(end)), name)


def siblings(subject: Subject, tree: ast.Module) -> dict[str, list[str]]:
    """For each constant that a module knows, the others of its family that it knows too."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    known = {alias.asname or alias.name for node in imports for alias in node.names}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            known |= {target.id for target in ast.walk(node) if isinstance(target, ast.Name)}
    constants = sorted(name for name in known if name.isupper())
    family = {name: family_of(subject, name) for name in constants}
    return {name: [other for other in constants if other != name and family[other] == family[name]]
            for name in constants}


def changes_of(node: ast.AST, related: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """What can be wrong at one node: (kind, new)."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield "comparison", COMPARISONS[type(node.ops[0])].__name__
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield "operator", OPERATORS[type(node.op)].__name__
    elif isinstance(node, ast.BoolOp):
        yield "and-or", "Or" if isinstance(node.op, ast.And) else "And"
        for k in range(len(node.values)):
            yield "condition dropped", str(k)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "negated", "not"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "constant", str(node.value + 1)
        if node.value > 0:
            yield "constant", str(node.value - 1)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for other in related.get(node.id, ()):
            yield "swapped", other
    elif can_be_dropped(node):
        yield "dropped", "pass"
    elif isinstance(node, ast.FunctionDef):
        yield from (("early return", value) for value in early_returns(node))


def can_be_dropped(node: ast.AST) -> bool:
    """A statement whose absence leaves no name undefined."""
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], ast.Name | ast.Tuple)
    return isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))


def early_returns(function: ast.FunctionDef) -> list[str]:
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    if all(value is None for value in returned):
        return [""]
    return sorted({ast.unparse(value) for value in returned if isinstance(value, ast.Constant)})


def nodes_of(function: ast.AST) -> Iterator[ast.AST]:
    """The function and what is in its body; neither its decorators nor its annotations."""
    yield function
    for statement in getattr(function, "body", []):
        yield from ast.walk(statement)


def numbered(tree: ast.Module) -> dict[int, int]:
    return {id(node): place for place, node in enumerate(ast.walk(tree))}


def faults_of(subject: Subject, module: str) -> list[Fault]:
    tree = parsed(module)
    places, related = numbered(tree), siblings(subject, tree)
    if module == subject.numbers:
        return list(faults_in_numbers(subject, tree, places))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = []
    for function in functions:
        statement_of = statements(function)
        for node in nodes_of(function):
            for kind, new in changes_of(node, related):
                statement = statement_of.get(id(node), function)
                before = ast.unparse(head(statement, None, kind, new))
                after = ast.unparse(head(statement, node, kind, new))
                line = getattr(node, "lineno", function.lineno)
                found.append(Fault(module, function.name, line, places[id(node)], kind, new, before, after))
    return found


def faults_in_numbers(subject: Subject, tree: ast.Module, places: dict[int, int]) -> Iterator[Fault]:
    for statement in tree.body:
        if not isinstance(statement, ast.Assign) or ast.unparse(statement.targets[0]) in subject.left_out:
            continue
        table = ast.unparse(statement.targets[0])
        for node in ast.walk(statement.value):
            for kind, new in changes_of(node, {}):
                line = getattr(node, "lineno", statement.lineno)
                yield Fault(subject.numbers, table, line, places[id(node)], kind, new,
                            ast.unparse(statement), ast.unparse(head(statement, node, kind, new)))


def statements(function: ast.FunctionDef) -> dict[int, ast.stmt]:
    """The innermost statement that each node of a function is in."""
    inside: dict[int, ast.stmt] = {}
    for statement in ast.walk(function):            # outer ones come first
        if isinstance(statement, ast.stmt) and statement is not function:
            for node in ast.walk(statement):
                inside[id(node)] = statement
    return inside


def head(statement: ast.stmt, node: ast.AST | None, kind: str, new: str) -> ast.stmt:
    """A statement, perhaps with the fault, without what is nested in it: to be shown."""
    place = None if node is None else next(k for k, other in enumerate(ast.walk(statement)) if other is node)
    shown = copy.deepcopy(statement)
    if place is not None:
        target = list(ast.walk(shown))[place]
        shown = Replacer({id(target): lambda one, _: faulty(one, kind, new)}).visit(shown)
    for field in ("body", "orelse"):
        if isinstance(getattr(shown, field, None), list):
            early = [one for one in getattr(shown, field)[:1] if kind == "early return" and place is not None]
            setattr(shown, field, early or ([ast.Expr(ast.Constant(...))] if field == "body" else []))
    if isinstance(shown, ast.FunctionDef):
        shown.decorator_list = []
    return ast.fix_missing_locations(shown)


# --- a node with its fault ---


def faulty(node: Any, kind: str, new: str) -> Any:
    """The changed node; the given one may be changed for it."""
    if kind == "comparison":
        node.ops[0] = getattr(ast, new)()
    elif kind in ("operator", "and-or"):
        node.op = getattr(ast, new)()
    elif kind == "condition dropped":
        del node.values[int(new)]
        return node.values[0] if len(node.values) == 1 else node
    elif kind == "negated":
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif kind == "constant":
        return ast.copy_location(ast.Constant(ast.literal_eval(new)), node)
    elif kind == "swapped":
        return ast.Name(new, ast.Load())
    elif kind == "dropped":
        return ast.Pass()
    elif kind == "early return":
        node.body.insert(0, ast.parse(f"return {new}").body[0])
    return node


def is_active(number: int) -> ast.expr:
    return ast.parse(f"{SWITCH}[0] == {number}", mode="eval").body


def switched(node: Any, pristine: Any, kind: str, new: str, number: int) -> Any:
    """The node, which has its fault only when the switch says so."""
    if kind == "negated":
        truth = ast.Call(ast.Name("bool", ast.Load()), [node.test], [])
        node.test = ast.Compare(truth, [ast.NotEq()], [is_active(number)])
    elif kind == "dropped":
        return ast.If(ast.UnaryOp(ast.Not(), is_active(number)), [node], [])
    elif kind == "early return":
        node.body.insert(has_docstring(node), ast.If(is_active(number), ast.parse(f"return {new}").body, []))
    else:
        return ast.IfExp(is_active(number), faulty(copy.deepcopy(pristine), kind, new), node)
    return node


def has_docstring(function: ast.FunctionDef) -> int:
    return int(ast.get_docstring(function) is not None)


class Replacer(ast.NodeTransformer):
    """Replaces chosen nodes, inner ones first; each change gets the node and an untouched copy of it."""

    def __init__(self, changes: dict[int, Callable[[Any, Any], Any]]) -> None:
        self.changes = changes

    def visit(self, node: ast.AST) -> Any:
        change = self.changes.get(id(node))
        pristine = copy.deepcopy(node) if change else node
        node = self.generic_visit(node)
        return change(node, pristine) if change else node


# --- a sample, and the sources that hold it ---


def sample(subject: Subject, number: int, seed: int) -> list[Fault]:
    """As many faults, spread evenly over the functions."""
    source = random.Random(seed)
    by_function: dict[tuple[str, str], list[Fault]] = defaultdict(list)
    for module in subject.modules:
        for fault in faults_of(subject, module):
            by_function[module, fault.function].append(fault)
    for faults in by_function.values():
        source.shuffle(faults)
    chosen: list[Fault] = []
    while len(chosen) < number and any(by_function.values()):
        functions = [function for function, faults in by_function.items() if faults]
        source.shuffle(functions)
        chosen += [by_function[function].pop() for function in functions]
    return chosen[:number]


def source_with(module: str, faults: dict[int, Fault], switch: str) -> str:
    """The source of a module with these faults, by number, behind the switch (a line that imports it)."""
    tree = parsed(module)
    node_at = dict(enumerate(ast.walk(tree)))
    wanted: dict[int, list[tuple[int, Fault]]] = defaultdict(list)
    for number, fault in faults.items():
        wanted[id(node_at[fault.place])].append((number, fault))

    def change_for(here: list[tuple[int, Fault]]) -> Callable[[Any, Any], Any]:
        def change(node: Any, pristine: Any) -> Any:
            # a wrapped node is no longer what "negated" and "early return" change, so those come first
            for number, fault in sorted(here, key=lambda one: one[1].kind not in ("negated", "early return")):
                node = switched(node, pristine, fault.kind, fault.new, number)
            return node

        return change

    tree = Replacer({place: change_for(here) for place, here in wanted.items()}).visit(tree)
    first = next(k for k, node in enumerate(tree.body) if isinstance(node, ast.Import | ast.ImportFrom))
    tree.body.insert(first, ast.parse(switch).body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def numbers_with(fault: Fault) -> str:
    """The base numbers with a fault: they are read when they are imported, so they need no switch."""
    tree = parsed(fault.module)
    target = list(ast.walk(tree))[fault.place]
    return ast.unparse(Replacer({id(target): lambda node, _: faulty(node, fault.kind, fault.new)}).visit(tree))

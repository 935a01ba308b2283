"""Generated code made shorter: constants worked out, attributes that are read again and again kept in locals.

For code that only looks, such as the checks that ``fuse`` puts together: an expression may be left
out, or evaluated earlier, without a difference.
"""

from __future__ import annotations

import ast
import functools
import typing
from collections import Counter
from collections.abc import Iterable, Iterator

WORTH = 4
"""An attribute that is read so often is worth a local."""

_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


def shortened(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The same statements without branches that cannot be taken or do nothing."""
    return [shorter for statement in body for shorter in _shorter(statement)]


def _shorter(statement: ast.stmt) -> list[ast.stmt]:
    if isinstance(statement, ast.If):
        return _shorter_if(truth(statement.test), shortened(statement.body), shortened(statement.orelse))
    if isinstance(statement, ast.Assign):
        return [ast.Assign(statement.targets, _Folding().visit(statement.value))]
    return [] if isinstance(statement, ast.Pass) else [statement]


def _shorter_if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    if isinstance(test, ast.Constant):
        return body if test.value else orelse
    if not body:
        return [ast.If(_negated(test), orelse, [])] if orelse else []
    only = body[0]
    if isinstance(only, ast.If) and len(body) == 1 and not orelse and not only.orelse:
        return [ast.If(_both([test, only.test]), only.body, [])]
    return [ast.If(test, body, orelse)]


def truth(value: ast.expr) -> ast.expr:
    """An expression of which only matters whether it is true, as short as can be."""
    found = _Folding().visit(value)
    if isinstance(found, ast.Constant):
        return ast.Constant(bool(found.value))
    if isinstance(found, ast.UnaryOp) and isinstance(found.op, ast.Not):
        return _negated(truth(found.operand))
    if isinstance(found, ast.BoolOp):
        return _joined(found.op, [truth(part) for part in found.values])
    return _chosen(found) if isinstance(found, ast.IfExp) else found


def _chosen(found: ast.IfExp) -> ast.expr:
    """``a if test else b`` where a or b is a constant."""
    test, yes, no = truth(found.test), truth(found.body), truth(found.orelse)
    if isinstance(yes, ast.Constant):
        return _joined(ast.Or(), [test, no]) if yes.value else _both([_negated(test), no])
    if isinstance(no, ast.Constant):
        return _joined(ast.Or(), [_negated(test), yes]) if no.value else _both([test, yes])
    return ast.IfExp(test, yes, no)


def _both(parts: list[ast.expr]) -> ast.expr:
    return _joined(ast.And(), parts)


def _joined(op: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    """Several truths as one: constants decide or do not matter."""
    decides = isinstance(op, ast.Or)
    flat = [inner for part in parts for inner in _parts(op, part)]
    left = [part for part in flat if not (isinstance(part, ast.Constant) and bool(part.value) != decides)]
    if any(isinstance(part, ast.Constant) for part in left) and not any(map(_binds, left)):
        return ast.Constant(decides)
    return ast.BoolOp(op, left) if len(left) > 1 else (left or [ast.Constant(not decides)])[0]


def _binds(part: ast.expr) -> bool:
    """Whether an expression gives a value to a name that others may read."""
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(part))


def _parts(op: ast.boolop, part: ast.expr) -> list[ast.expr]:
    return part.values if isinstance(part, ast.BoolOp) and type(part.op) is type(op) else [part]


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Constant):
        return ast.Constant(not test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _NEGATED:
        return ast.Compare(test.left, [_NEGATED[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


class _Folding(ast.NodeTransformer):
    """Works out what is known beforehand, wherever it stands."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = truth(node.test)
        if isinstance(test, ast.Constant):
            return typing.cast(ast.expr, self.visit(node.body if test.value else node.orelse))
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if not isinstance(node.op, ast.Not):
            return typing.cast(ast.expr, self.generic_visit(node))
        return _negated(truth(node.operand))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = node.left, node.comparators[0]
        if len(node.ops) > 1 or not all(isinstance(side, ast.Constant) for side in sides):
            return node
        left, right = (typing.cast(ast.Constant, side).value for side in sides)
        known = {ast.Eq: left == right, ast.NotEq: left != right, ast.Is: left is right, ast.IsNot: left is not right}
        return ast.Constant(known[type(node.ops[0])]) if type(node.ops[0]) in known else node


# Locals


def with_locals(looks: list[ast.stmt], acts: list[ast.stmt], types: dict[str, type]) -> list[ast.stmt]:
    """The same statements after assignments of those attributes that they read again and again.

    ``types`` are the names that are given, each with its type; fields of theirs are always there, and so
    are those of a field that is always such an object. What ``acts`` may change anything but the event ``e``.
    """
    often = _reads([*looks, *acts])
    paths = [path for name, kind in types.items() for path in _paths(name, kind) if often[path] >= WORTH]
    first: list[ast.stmt] = []
    for path in sorted(paths, key=lambda path: -path.count(".")):  # the longest first: they begin with the others
        fixed = acts if path.startswith("e.") else []
        if _reads([*looks, *fixed, *first])[path] >= WORTH:
            name = path.replace(".", "_")
            first = [*ast.parse(f"{name} = {path}").body, *_replaced(first, path, name)]
            looks = _replaced(looks, path, name)
            acts = _replaced(acts, path, name) if fixed else acts
    return first + looks + acts


def _paths(name: str, kind: type) -> Iterator[str]:
    """The attributes that an object always has, and those of the objects among them."""
    for field, hint in field_types(kind).items():
        yield f"{name}.{field}"
        if hasattr(hint, "__struct_fields__"):
            yield from _paths(f"{name}.{field}", hint)


@functools.cache
def field_types(kind: type) -> dict[str, type]:
    """The fields that an object of this type always has; ``object`` where they may be of several types."""
    if not hasattr(kind, "__struct_fields__"):
        return {}
    return {name: hint if isinstance(hint, type) else object for name, hint in typing.get_type_hints(kind).items()}


def _reads(body: Iterable[ast.stmt]) -> Counter[str]:
    """How often each attribute is read."""
    return Counter(ast.unparse(n) for s in body for n in ast.walk(s) if isinstance(n, ast.Attribute))


def _replaced(body: list[ast.stmt], path: str, name: str) -> list[ast.stmt]:
    return [_Keeping(path, name).visit(statement) for statement in body]


class _Keeping(ast.NodeTransformer):
    """Puts a local in the place of an attribute."""

    def __init__(self, path: str, name: str) -> None:
        self.path, self.name = path, name

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if ast.unparse(node) == self.path:
            return ast.Name(self.name)
        return typing.cast(ast.expr, self.generic_visit(node))

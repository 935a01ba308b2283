"""Many checks as one function, for archives: the same clauses without the calls between them.

Of the checks that constrain one type of event a single function is generated that says whether
all of them hold, and if so carries out the event. It is made from the clause functions themselves,
so that a rule is written once: their statements are put one after the other, and so are their helpers
and what carries the event out. What cannot be put in (a check or helper with a loop or a comprehension) is
called as before. Checks are pure, so that nothing is lost when one is evaluated in another place.

It takes some hundredths of a second, so it is done only once many events have been judged.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import inspect
import itertools
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from referee.folding import field_types, shortened, truth, with_locals

if TYPE_CHECKING:
    from referee.rulebook import Apply, Check

TABLE, READINGS, FRESH = "the table's type", "its readings", "numbers for locals"
"""What is known of the table, and a count, beside the names that the functions use."""
DEPTH, SIZE = 8, 300
"""How deep helpers within helpers are put in, and how large they may be then, in nodes."""


class _Unfit(Exception):
    """A function that cannot be put in place of a call of it."""


def fused(checks: Iterable[Check], apply: Apply, event: type, readings: Mapping[str, str]) -> Check:
    """One function that carries out an event if all checks hold, and says whether they do.

    It is for events of just this type at tables with just these readings.
    """
    names: dict[str, Any] = {READINGS: readings, FRESH: itertools.count(), "apply": apply}
    looks = shortened([statement for check in checks for statement in _statements(check, event, names)])
    body = with_locals(looks, _carried_out(apply, event, names), {"t": names.get(TABLE, object), "e": event})
    lines = ast.unparse(ast.fix_missing_locations(ast.Module(body, []))).replace("\n", "\n    ")
    source = f"def step(t, e):\n    {lines}\n    return True"
    exec(compile(source, f"<clauses of {event.__name__}>", "exec"), names)
    return typing.cast("Check", names["step"])


def _statements(check: Check, event: type, names: dict[str, Any]) -> list[ast.stmt]:
    """A check as statements that return False where it does not hold, and else go on."""
    try:
        scope = _Scope(check, {}, names, event)
        scope.given = dict(zip(scope.parameters, (ast.Name("t"), ast.Name("e")), strict=True))
        return _falling_through(copy.deepcopy(scope.body), scope)
    except (_Unfit, OSError):
        called = ast.Name(_bound(check, names))
        return [_unless(ast.Call(called, [ast.Name("t"), ast.Name("e")], []))]


def _carried_out(apply: Apply, event: type, names: dict[str, Any]) -> list[ast.stmt]:
    """The statements that carry out an event, ending early where they say so."""
    try:
        return _acting(apply, [ast.Name("t"), ast.Name("e")], names, event)
    except (_Unfit, OSError):
        return [ast.Expr(ast.Call(ast.Name("apply"), [ast.Name("t"), ast.Name("e")], []))]


def _unless(test: ast.expr) -> ast.stmt:
    return ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(ast.Constant(False))], [])


def _falling_through(body: list[ast.stmt], scope: _Scope) -> list[ast.stmt]:
    """Statements in which what returned something true goes on to what follows them."""
    if not body:
        raise _Unfit
    first, *rest = body
    if isinstance(first, ast.Return) and first.value is not None:
        value = scope.visit(first.value)
        return [ast.Pass()] if isinstance(value, ast.Constant) and value.value else [_unless(value)]
    if isinstance(first, ast.If) and isinstance(first.body[-1], ast.Return):
        branches = _falling_through(first.body, scope), _falling_through([*first.orelse, *rest], scope)
        return [ast.If(scope.visit(first.test), *branches)]
    if isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name):
        value = scope.visit(first.value)
        return [ast.Assign([scope.local(first.targets[0].id)], value), *_falling_through(rest, scope)]
    raise _Unfit


class _Scope(ast.NodeTransformer):
    """Rewrites what stands in one function so that it can stand in another.

    ``given`` are the expressions in place of its parameters and locals, ``names`` the globals of
    the function that is made.
    """

    def __init__(self, function: Any, given: dict[str, ast.expr], names: dict[str, Any], event: type, depth: int = 0):
        if not isinstance(function, FunctionType) or function.__closure__ or depth > DEPTH:
            raise _Unfit
        self.function, self.given, self.names, self.event, self.depth = function, given, names, event, depth
        definition = _definition(function)
        self.body = definition.body[ast.get_docstring(definition) is not None :]
        arguments = definition.args
        if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
            raise _Unfit
        self.parameters = [argument.arg for argument in arguments.args]

    def local(self, name: str) -> ast.Name:
        """A name of the function's own under a new one."""
        found = self.given[name] = ast.Name(f"{name}_{next(self.names[FRESH])}")
        return found

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.given:
            return self.given[node.id]
        return self._named(_value(self.function, node.id))

    def _named(self, value: Any) -> ast.expr:
        """A value that is known beforehand."""
        if value is None or isinstance(value, (str, int, bool)):
            return ast.Constant(value)
        return ast.Name(_bound(value, self.names))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        arguments = [self.visit(argument) for argument in node.args]
        known = self._known_type(node.func, arguments)
        if known is not None:
            return known
        called, own = self._called(node.func)
        try:
            return self._inlined(called, [*own, *arguments], bool(node.keywords))
        except (_Unfit, OSError):
            keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
            return ast.Call(self.visit(node.func), arguments, keywords)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self.visit(node.value)
        module = self._of(value)
        if isinstance(module, ModuleType):
            return self._named(getattr(module, node.attr))
        found = inspect.getattr_static(self._type(value), node.attr, None)
        try:
            return self._inlined(found.fget if isinstance(found, property) else None, [value])
        except (_Unfit, OSError):
            return ast.Attribute(value, node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        found = typing.cast(ast.Subscript, self.generic_visit(node))
        known = self.names[READINGS]
        if ast.unparse(found.value) == "t.readings" and isinstance(found.slice, ast.Constant):
            return ast.Constant(known[found.slice.value])
        return found

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        found = typing.cast(ast.Compare, self.generic_visit(node))
        left, right = self._of(found.left), self._of(found.comparators[0])
        if left is self.event and right is not None and isinstance(found.ops[0], (ast.Is, ast.IsNot)):
            return ast.Constant((left is right) == isinstance(found.ops[0], ast.Is))
        return found

    def _of(self, node: ast.expr) -> Any:
        """The value of an expression that is known beforehand; None where it is not."""
        if isinstance(node, ast.Tuple):
            values = tuple(map(self._of, node.elts))
            return None if None in values else values
        return self.names.get(node.id) if isinstance(node, ast.Name) else None

    def _known_type(self, called: ast.expr, arguments: list[ast.expr]) -> ast.expr | None:
        """``type(e)`` and ``isinstance(e, ...)``, since the type of the event is known."""
        if not isinstance(called, ast.Name) or called.id not in ("type", "isinstance") or not _is(arguments[0], "e"):
            return None
        if called.id == "type":
            return ast.Name(_bound(self.event, self.names))
        asked = self._of(arguments[1])
        return None if asked is None else ast.Constant(issubclass(self.event, asked))

    def _called(self, called: ast.expr) -> tuple[Any, list[ast.expr]]:
        """The function that a call is of, and the object whose method it is."""
        if isinstance(called, ast.Name) and called.id not in self.given:
            return _value(self.function, called.id), []
        if not isinstance(called, ast.Attribute):
            return None, []
        owner = self.visit(copy.deepcopy(called.value))  # it is visited again where the call stays one
        return inspect.getattr_static(self._type(owner), called.attr, None), [owner]

    def _type(self, value: ast.expr) -> type:
        """The type of an expression, as far as it is known: of the table, of the event, of what belongs to them."""
        if isinstance(value, ast.Attribute):
            return field_types(self._type(value.value)).get(value.attr, object)
        if _is(value, "e"):
            return self.event
        if not _is(value, "t"):
            return object
        if self.names.get(TABLE, object) is object:
            self.names[TABLE] = _table_type(self.function)
        return typing.cast(type, self.names[TABLE])

    def _inlined(self, function: Any, arguments: list[ast.expr], has_keywords: bool = False) -> ast.expr:
        """The expression that a helper consists of, the arguments in place of its parameters."""
        inner = _Scope(function, {}, self.names, self.event, self.depth + 1)
        if has_keywords or len(inner.parameters) != len(arguments) or any(map(_binds, inner.body)):
            raise _Unfit
        first = []
        for name, value in zip(inner.parameters, arguments, strict=True):
            if _is_plain(value) or _uses(inner.body, name) <= 1:
                inner.given[name] = value
            else:
                first.append(ast.NamedExpr(inner.local(name), value))
        found = inner.expression(copy.deepcopy(inner.body))
        for binding in reversed(first):
            found = _with(binding, found)
        if sum(1 for _ in ast.walk(found)) > SIZE:
            raise _Unfit
        return found

    def expression(self, body: list[ast.stmt]) -> ast.expr:
        """What statements return, as one expression."""
        if not body:
            raise _Unfit
        first, *rest = body
        if isinstance(first, ast.Return) and first.value is not None:
            return typing.cast(ast.expr, self.visit(first.value))
        if isinstance(first, ast.If) and isinstance(first.body[-1], ast.Return):
            test, other = truth(self.visit(first.test)), [*first.orelse, *rest]
            if isinstance(test, ast.Constant):
                return self.expression(first.body if test.value else other)
            return ast.IfExp(test, self.expression(first.body), self.expression(other))
        if isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name):
            value = self.visit(first.value)
            return _with(ast.NamedExpr(self.local(first.targets[0].id), value), self.expression(rest))
        raise _Unfit


def _with(binding: ast.NamedExpr, value: ast.expr) -> ast.expr:
    """An expression for which a local has got its value: where that is looked at first, or else before."""
    uses = sum(_is(part, binding.target.id) for part in ast.walk(value) if isinstance(part, ast.expr))
    found = _led_by(binding.value if uses == 1 else binding, binding.target.id, value)
    return found or ast.Subscript(ast.Tuple([binding, value]), ast.Constant(1))


_LEADS = {
    ast.Attribute: "value",
    ast.BinOp: "left",
    ast.BoolOp: "values",
    ast.Call: "args",
    ast.Compare: "left",
    ast.IfExp: "test",
    ast.Subscript: "value",
    ast.UnaryOp: "operand",
}
"""The part of an expression that is worked out first."""


def _led_by(value: ast.expr, name: str, node: ast.expr) -> ast.expr | None:
    """An expression with a value in the place of a name, if that is what it looks at first."""
    if isinstance(node, ast.Name):
        return value if node.id == name else None
    lead = "func" if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else _LEADS.get(type(node))
    if lead is None or not getattr(node, lead):
        return None
    part: Any = getattr(node, lead)
    first, *rest = part if isinstance(part, list) else [part]
    found = _led_by(value, name, first)
    if found is None:
        return None
    return type(node)(
        **dict[str, Any](ast.iter_fields(node)) | {lead: [found, *rest] if isinstance(part, list) else found}
    )


class _Acting(_Scope):
    """The same for what changes the table: statements of any kind, and helpers that consist of such."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Store):
            return super().visit_Name(node)
        if node.id in self.parameters:
            raise _Unfit
        return self.given.get(node.id) or self.local(node.id)

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        value = self.visit(node.value)  # before the names that it is given to
        return ast.Assign([self.visit(target) for target in node.targets], value)

    def visit_For(self, node: ast.For) -> ast.For:
        among = self.visit(node.iter)
        inner = typing.cast(ast.For, self.generic_visit(ast.For(node.target, ast.Constant(0), node.body, node.orelse)))
        inner.iter = among
        return inner

    def _inlined(self, function: Any, arguments: list[ast.expr], has_keywords: bool = False) -> ast.expr:
        """As for checks, if what is done meanwhile cannot change what is handed over, but for an owner."""
        if not all(map(_is_fixed, arguments[1:])):
            raise _Unfit
        return super()._inlined(function, arguments, has_keywords)

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None or self.depth:
            raise _Unfit
        return ast.Return(ast.Constant(True))

    def visit_Expr(self, node: ast.Expr) -> Any:
        """A helper's statements in place of a call of it that stands alone."""
        try:
            return self._spliced(copy.deepcopy(node.value))
        except (_Unfit, OSError):
            return self.generic_visit(node)

    def _spliced(self, call: ast.expr) -> list[ast.stmt]:
        if not isinstance(call, ast.Call) or call.keywords:
            raise _Unfit
        called, own = self._called(call.func)
        arguments = [*own, *map(self.visit, call.args)]
        if not all(map(_is_fixed, arguments)):
            raise _Unfit
        return _acting(called, arguments, self.names, self.event, self.depth + 1)


def _acting(
    function: Any, arguments: list[ast.expr], names: dict[str, Any], event: type, depth: int = 0
) -> list[ast.stmt]:
    """The statements of a function that changes the table, these arguments in place of its parameters."""
    scope = _Acting(function, {}, names, event, depth)
    if len(scope.parameters) != len(arguments):
        raise _Unfit
    scope.given = dict(zip(scope.parameters, arguments, strict=True))
    return typing.cast(ast.Module, scope.visit(ast.Module(copy.deepcopy(scope.body), []))).body


def _is_fixed(node: ast.expr) -> bool:
    """Whether an expression keeps its value whatever is done: a name, a constant, a field of the event."""
    return isinstance(node, (ast.Name, ast.Constant)) or (isinstance(node, ast.Attribute) and _is(node.value, "e"))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression may well be evaluated twice: a name, a constant, an attribute of one."""
    return isinstance(node, (ast.Name, ast.Constant)) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


def _uses(body: Iterable[ast.stmt], name: str) -> int:
    parts = (part for statement in body for part in ast.walk(statement))
    return sum(_is(part, name) for part in parts if isinstance(part, ast.expr))


def _binds(node: ast.AST) -> bool:
    """Whether an expression or statement has expressions with names of their own."""
    return any(isinstance(part, (ast.comprehension, ast.Lambda, ast.NamedExpr)) for part in ast.walk(node))


def _bound(value: Any, names: dict[str, Any]) -> str:
    """The name under which the function that is made knows a value."""
    name = f"g{id(value)}"
    names[name] = value
    return name


def _value(function: FunctionType, name: str) -> Any:
    """What a global name means in a function."""
    if name in function.__globals__:
        return function.__globals__[name]
    if not hasattr(builtins, name):
        raise _Unfit
    return getattr(builtins, name)


def _table_type(function: FunctionType) -> type:
    """The type of the table, which every check names."""
    first = next(iter(inspect.signature(function).parameters))
    found = typing.get_type_hints(function).get(first)
    return found if isinstance(found, type) and found is not Any else object


def _definition(function: FunctionType) -> ast.FunctionDef:
    """A function as it is written."""
    code = function.__code__
    found = _definitions(code.co_filename).get((code.co_name, code.co_firstlineno))
    if found is None:
        raise _Unfit
    return found


@functools.cache
def _definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line."""
    functions = (n for n in ast.walk(ast.parse(Path(file).read_bytes())) if isinstance(n, ast.FunctionDef))
    return {(f.name, f.decorator_list[0].lineno if f.decorator_list else f.lineno): f for f in functions}

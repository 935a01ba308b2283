"""Generated code made shorter means what it meant."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from referee import folding


class Place(Struct):
    """Something with fields, as a table is."""

    x: int
    y: int | None


pytestmark = pytest.mark.filterwarnings("ignore:.*with a literal:SyntaxWarning")
NAMES = ("a", "b", "1", "0", "None", "True", "False", "2", "'x'", "'y'")


def _grown(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.sampled_from(["{} and {}", "{} or {}", "{} == {}", "{} != {}", "{} in ({}, 1)"])
    return st.one_of(
        st.builds(lambda form, part: form.format(part), st.sampled_from(["(not {})", "({} is None)"]), parts),
        st.builds(lambda form, one, other: f"({form.format(one, other)})", binary, parts, parts),
        st.builds(lambda a, test, b: f"({a} if {test} else {b})", parts, parts, parts),
    )


expressions = st.recursive(st.sampled_from(NAMES), _grown, max_leaves=12)
values = st.sampled_from([None, True, False, 0, 1, 2, "x"])


def evaluated(body: list[ast.stmt], **names: Any) -> Any:
    """What a function with these statements returns."""
    made = ast.parse(f"def f({', '.join(names)}): pass")
    assert isinstance(made.body[0], ast.FunctionDef)
    made.body[0].body = body
    known: dict[str, Any] = {}
    exec(compile(ast.unparse(ast.fix_missing_locations(made)), "made", "exec"), known)
    return known["f"](**names)


@given(expressions, values, values)
def test_the_truth_of_an_expression_stays(text: str, a: object, b: object) -> None:
    short = folding.truth(ast.parse(text, mode="eval").body)
    assert evaluated([ast.Return(ast.parse(f"bool({ast.unparse(short)})", mode="eval").body)], a=a, b=b) == bool(
        eval(text, {"a": a, "b": b})
    )


@given(expressions, expressions, expressions, values, values)
def test_statements_return_the_same(test: str, inner: str, value: str, a: object, b: object) -> None:
    source = f"""
if {test}:
    pass
elif {inner}:
    if {value}:
        return 1
else:
    c = {value}
    if c:
        return 2
return 3"""
    body = ast.parse(f"def f(): {source.replace(chr(10), chr(10) + '    ')}").body[0]
    assert isinstance(body, ast.FunctionDef)
    assert evaluated(folding.shortened(body.body), a=a, b=b) == evaluated(body.body, a=a, b=b)


def test_constants_leave_only_what_matters() -> None:
    body = ast.parse(
        "if not (2 if t.x is None else t.x < t.y): r()\nif 'a' == 'b': r()\nif not (True or t.x): r()"
    ).body
    assert "\n".join(map(ast.unparse, folding.shortened(body))) == "if not (t.x is None or t.x < t.y):\n    r()"


def test_what_is_read_often_is_kept_in_a_local() -> None:
    body = ast.parse("return t.x + t.x * t.x - t.x + t.y").body
    made = folding.with_locals(body, [], {"t": Place})
    assert "\n".join(map(ast.unparse, made)) == "t_x = t.x\nreturn t_x + t_x * t_x - t_x + t.y"
    assert evaluated(made, t=Place(3, 5)) == 14


def test_only_what_nobody_changes_is_kept_for_what_acts() -> None:
    looks = ast.parse("if not e.x + e.x + e.x + t.x + t.x + t.x + t.x: r()").body
    acts = ast.parse("t.x = e.x + t.x").body
    made = folding.with_locals(looks, acts, {"t": Place, "e": Place})
    assert ast.unparse(made[-1]) == "t.x = e_x + t.x"
    assert sorted(map(ast.unparse, made[:2])) == ["e_x = e.x", "t_x = t.x"]

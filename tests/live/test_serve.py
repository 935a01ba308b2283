"""What the server lets whom do, and that nothing is recorded twice or lost; over real HTTP."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import line
from referee.game import find
from referee.logbook import Logbook
from tests.live.conftest import ID, aside, new_game, record_of

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

DEAL = "deal J J J G5 F3 S4 B X"


def slip(text: str, after: int, id: str = "a", **more: Any) -> dict[str, Any]:
    return {"id": id * 16, "after": after, "say": {"do": "line", "text": text}, **more}


@pytest.fixture
def book(served: Any) -> Path:
    return Path(served.book)


@pytest.fixture
def at(book: Path) -> str:
    """The page of a game of the test's own."""
    return new_game(book)


@pytest.fixture
def scribe(served: Any) -> Iterator[Any]:
    with served.client(served.scribe) as client:
        yield client


@pytest.fixture
def spectator(served: Any) -> Iterator[Any]:
    with served.client(served.spectator) as client:
        yield client


def moves(book: Path, at: str) -> list[str]:
    return [line.show(find("jade-merchant"), event) for event in record_of(book, at[3:])[1:]]


# Recording


def test_a_slip_is_recorded_once_however_often_it_is_handed_in(scribe: Any, book: Path, at: str) -> None:
    answers = [scribe.post(at, json=slip(DEAL, 1)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert answers[0].json() == answers[2].json()
    assert moves(book, at) == [DEAL]


def test_a_slip_is_known_again_after_the_server_has_been_started_anew(own: Any) -> None:
    from tests.live.served import Served

    at = f"/g/{ID}"
    with own.client(own.scribe) as client:
        assert client.post(at, json=slip(DEAL, 1)).status_code == 201
    own.stop()
    again = Served(own.book)
    with again.client(again.scribe) as client:
        assert client.post(at, json=slip(DEAL, 1)).json()["seq"] == 2
    assert again.stop()[0] == 0
    assert moves(own.book, at) == [DEAL]


def test_what_was_logged_meanwhile_is_told_and_nothing_recorded(scribe: Any, book: Path, at: str) -> None:
    scribe.post(at, json=slip(DEAL, 1))
    late = scribe.post(at, json=slip("Ann bid 4", 1, "b"))
    assert late.status_code == 409
    assert late.json() == {"seq": 2, "missed": [f"2 {DEAL}"]}
    assert moves(book, at) == [DEAL]


def test_another_program_may_log_too(scribe: Any, book: Path, at: str) -> None:
    scribe.post(at, json=slip(DEAL, 1))
    with Logbook(book, writable=True) as opened:
        opened.append(at[3:], line.read_line(find("jade-merchant"), record_of(book, at[3:]), "Ann bid 5"), 2)
    assert scribe.post(at, json=slip("Ann bid 4", 2, "b")).json() == {"seq": 3, "missed": ["3 Ann bid 5"]}
    assert "Ann</bdi> bid 5" in scribe.get(at).text


def test_a_breach_is_asked_about_and_its_reason_kept(scribe: Any, book: Path, at: str) -> None:
    scribe.post(at, json=slip(DEAL, 1))
    asked = scribe.post(at, json=slip("Ann bid 9", 2, "b"))
    assert asked.status_code == 200
    assert "jade.bid.ceiling" in asked.json()["ask"]
    assert moves(book, at) == [DEAL]
    sure = scribe.post(at, json=slip("Ann bid 9", 2, "c", sure=True, reason="she insists", name="Bo’s phone"))
    assert sure.json()["faulty"]
    assert record_of(book, at[3:])[-1].note == "she insists"
    with Logbook(book) as opened:
        assert opened.read(at[3:]).scribes[-1] == "Bo’s phone/" + "c" * 16


def test_remarks_corrections_objections_and_rulings(scribe: Any, book: Path, at: str) -> None:
    said = [
        {"do": "line", "text": DEAL},
        {"do": "line", "text": "4"},
        {"do": "note", "event": 3, "text": "loud # and clear"},
        {"do": "dispute", "event": 3, "by": "Bo", "text": "too fast", "clause": "jade.bid.lower"},
        {"do": "rule", "dispute": 5, "verdict": "dismissed", "by": "Ann", "text": "it was not"},
        {"do": "amend", "event": 3, "text": "Ann bid 5"},
        {"do": "undo", "event": 3, "following": True},
    ]
    for after, say in enumerate(said, start=1):
        answer = scribe.post(at, json={"id": f"{after:016x}", "after": after, "say": say})
        assert answer.status_code == 201, (say, answer.text)
    assert moves(book, at)[1:] == [
        "Ann bid 4", 'note 3: "loud # and clear"', "dispute 3 jade.bid.lower by Bo: too fast",
        "rule 5 dismissed by Ann: it was not", "amend 3: Ann bid 5", "undo 3..",
    ]  # fmt: skip


UNREADABLE = [
    {"do": "line", "text": "Ann bit 4"},
    {"do": "line", "text": ""},
    {"do": "line", "text": "note 1: a\nb"},
    {"do": "note", "event": 1, "text": ""},
    {"do": "note", "event": 99, "text": "x"},
    {"do": "note", "event": 1, "text": "a\u202eb"},
    {"do": "undo", "event": 1},
    {"do": "undo", "event": 99},
    {"do": "dispute", "event": 1, "by": "Zed", "text": "x"},
    {"do": "dispute", "event": 1, "by": "Ann", "text": "x", "clause": "jade.bid.lowr"},
    {"do": "rule", "dispute": 1, "verdict": "upheld", "by": "Ann", "text": "x"},
    {"do": "rule", "dispute": 1, "verdict": "maybe", "by": "Ann", "text": "x"},
    {"do": "amend", "event": 1, "text": "Ann bid 3"},
]


def test_what_cannot_be_recorded_says_why_and_is_not(scribe: Any, book: Path, at: str) -> None:
    for n, say in enumerate(UNREADABLE):
        answer = scribe.post(at, json={"id": f"{n:016x}", "after": 1, "say": say})
        assert answer.status_code == 422, (say, answer.text)
        assert answer.json()["error"]
    assert moves(book, at) == []


def test_what_is_no_slip_is_refused(scribe: Any, book: Path, at: str) -> None:
    bad: list[Any] = [{}, [], 3, "x", slip(DEAL, 0), slip(DEAL, 1, "z"), slip(DEAL, 1) | {"more": 1}, slip(DEAL, 2**60)]
    for each in bad:
        assert scribe.post(at, json=each).status_code == 400, each
    raw = {"Content-Type": "application/json"}
    for text in (b"", b"{", b"[" * 50_000, b"\xff\xfe", b'{"id": NaN}'):
        assert scribe.post(at, content=text, headers=raw).status_code == 400, text[:20]
    assert moves(book, at) == []


def test_a_game_is_started_once(scribe: Any, book: Path, at: str) -> None:
    wanted = {"id": "d" * 16, "game": "jade-merchant", "players": ["Zoe", " ", "Bo"], "tags": {"place": "home"}}
    assert [scribe.post("/new", json=wanted).json() for _ in range(2)] == [{"id": "jade-merchant-2"}] * 2
    assert record_of(book, "jade-merchant-2")[0].players == ("Zoe", "Bo")  # type: ignore[attr-defined]
    for more in ({"players": ["Ann", "ann"]}, {"game": "chess"}, {"readings": {"x": "y"}}, {"tags": {"a b": "c"}}):
        answer = scribe.post("/new", json=wanted | {"id": "e" * 16} | more)
        assert answer.status_code == 422, more
        assert answer.json()["error"]
    assert scribe.post("/new", json=wanted | {"id": "e" * 16, "players": ["A\u202e", "B"]}).status_code == 422


# Who may do what


def pages(at: str) -> list[str]:
    parts = ("", "/replay", "/transcript", "/next?text=x", "/stream")
    return ["/", "/new", "/invite", *(at + part for part in parts)]


def test_without_a_link_nothing_can_be_seen_or_done(served: Any, book: Path, at: str) -> None:
    with served.client() as nobody:
        for path in pages(at):
            answer = nobody.get(path)
            assert answer.status_code == 403, path
            assert "Ann" not in answer.text
        assert nobody.post(at, json=slip(DEAL, 1)).status_code == 403
        assert nobody.post("/new", json={}).status_code == 403
        nobody.cookies.set(re.sub(r".*:", "referee-", served.origin), "wrong")
        assert nobody.get(at).status_code == 403
    assert moves(book, at) == []


def test_a_spectator_sees_and_cannot_write(spectator: Any, book: Path, at: str) -> None:
    readable = {"/", at, f"{at}/replay", f"{at}/transcript"}
    for path in pages(at)[:-1]:
        assert (spectator.get(path).status_code == 200) == (path in readable), path
    assert spectator.post(at, json=slip(DEAL, 1)).status_code == 403
    assert 'id="dock"' not in spectator.get(at).text
    assert moves(book, at) == []


def test_wrong_links_are_refused_and_soon_not_even_read(own: Any) -> None:
    with own.client() as client:
        codes = [client.get(f"/s/{'x' * n}").status_code for n in range(1, 14)]
        assert codes[:10] == [403] * 10
        assert codes[-1] == 429


def test_the_key_is_in_no_page_but_the_invitation(served: Any, scribe: Any, spectator: Any, at: str) -> None:
    keys = [link.rpartition("/")[2] for link in (served.scribe, served.spectator)]
    assert keys[0] != keys[1]
    for path in set(pages(at)) - {"/invite", f"{at}/stream"}:
        for client in (scribe, spectator):
            assert not any(key in client.get(path).text for key in keys), path
    cookie = scribe.get(served.scribe).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie


def test_only_our_own_pages_can_write(scribe: Any, served: Any, book: Path, at: str) -> None:
    for origin in ("http://evil.example", "null", "", served.origin + "0", served.origin.replace("http", "https")):
        assert scribe.post(at, json=slip(DEAL, 1), headers={"Origin": origin}).status_code == 403, origin
    form = scribe.post(at, content=json.dumps(slip(DEAL, 1)), headers={"Content-Type": "text/plain"})
    assert form.status_code == 415
    assert moves(book, at) == []


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1", "", "a:b:c"]
)
def test_only_our_own_names_are_answered(served: Any, host: str) -> None:
    port = served.origin.rpartition(":")[2]
    with socket.create_connection(("127.0.0.1", int(port))) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {host.format(port=port)}\r\nConnection: close\r\n\r\n".encode())
        assert b" 400 " in raw.recv(4096)


def test_a_long_body_is_refused(scribe: Any, served: Any, at: str) -> None:
    raw = {"Content-Type": "application/json"}
    assert scribe.post(at, content=b"x" * 70_000, headers=raw).status_code == 413
    chunked = scribe.post(at, content=iter([b"x" * 40_000] * 3), headers=raw)
    assert chunked.status_code == 413


def test_too_much_at_once_is_slowed_down() -> None:
    from referee.live.guard import Bucket

    now = [0.0]
    bucket = Bucket(3, 0.5, lambda: now[0])
    assert [bucket.take("a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert bucket.take("b"), "others are not held up"
    now[0] = 2.0
    assert [bucket.take("a"), bucket.take("a")] == [True, False]


def test_who_asks_too_much_gets_429() -> None:
    import asyncio

    from referee.live.guard import Bucket, Guard

    said: list[Any] = []

    async def ask() -> None:
        guard = Guard(nothing, 80, Bucket(1, 0))
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "headers": [(b"host", b"[::1]")],
            "client": ("a", 1),
        }
        for _ in range(2):
            await guard(scope, None, keep)  # type: ignore[arg-type]

    async def keep(message: Any) -> None:
        said.append(message)

    async def nothing(*_: Any) -> None:
        said.append("answered")

    aside(lambda: asyncio.run(ask()))
    assert said[0] == "answered"
    assert said[1]["status"] == 429


@pytest.mark.parametrize(
    "path",
    [
        "/g/nix",
        "/g/..%2f..%2fetc%2fpasswd",
        "/g/../../etc/passwd",
        "/g/%00",
        "/g/" + "a" * 5000,
        "/g/A/replay",
        "/static/x",
        "/g/",
    ],
)
def test_nothing_but_the_games_of_the_logbook_is_reachable(scribe: Any, path: str) -> None:
    answer = scribe.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text


@pytest.mark.parametrize("path", [*pages(f"/g/{ID}")[:-1], "/nowhere", "/s/wrong"])
def test_every_answer_has_the_headers(scribe: Any, path: str) -> None:
    headers = scribe.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


# The stream


def told(
    client: Any, at: str, after: int, want: Callable[[list[tuple[str, Any]]], bool], **headers: str
) -> list[tuple[str, Any]]:
    """The events of a stream until there are those that are wanted."""
    got: list[tuple[str, Any]] = []
    with client.stream(
        "GET", f"{at}/stream", params={"after": after, "device": "d", "name": "n"}, headers=headers
    ) as answer:
        event = ""
        for text in answer.iter_lines():
            if text.startswith("event: "):
                event = text[7:]
            if text.startswith("data: "):
                got.append((event, json.loads(text[6:])))
                if want(got):
                    break
    return got


def until_people(got: list[tuple[str, Any]]) -> bool:
    return got[-1][0] == "people"


def test_a_page_that_comes_back_gets_what_it_missed_and_no_more(scribe: Any, spectator: Any, at: str) -> None:
    for after, text in enumerate([DEAL, "Ann bid 4", "Bo bid 3"], start=1):
        scribe.post(at, json=slip(text, after, str(after)))
    assert [name for name, _ in told(spectator, at, 4, until_people)] == ["people"]
    (_, state), _ = told(spectator, at, 3, until_people)
    assert state["seq"] == 4
    assert [name for name in state["parts"] if name.startswith("row-")] == ["row-4"]
    assert "choices" not in state["parts"], "only scribes are shown what can be tapped"
    again = told(spectator, at, 1, until_people, **{"Last-Event-ID": "3"})
    assert again[0][1]["parts"] == state["parts"]
    whole = told(spectator, at, 99, until_people)[0][1]["parts"]
    assert [name for name in whole if name.startswith("row-")] == ["row-1", "row-2", "row-3", "row-4"]


def test_a_correction_changes_the_earlier_row(scribe: Any, at: str) -> None:
    for after, text in enumerate([DEAL, "Ann bid 4", "undo 3"], start=1):
        scribe.post(at, json=slip(text, after, str(after)))
    parts = told(scribe, at, 3, until_people)[0][1]["parts"]
    assert "<s>" in parts["row-3"]
    assert {"row-3", "row-4", "now", "zone-centre", "choices"} <= set(parts)


@pytest.mark.parametrize("after", ["x", "-1", "9" * 40, "", "1e3", "²"])
def test_an_odd_number_asks_for_everything(spectator: Any, after: str, at: str) -> None:
    got = told(spectator, at, 0, until_people, **({"Last-Event-ID": after} if after.isascii() else {}))
    assert "row-1" in got[0][1]["parts"]


def test_two_scribes_are_told_of_each_other(served: Any, scribe: Any, spectator: Any, at: str) -> None:
    with (
        served.client(served.scribe) as other,
        other.stream("GET", f"{at}/stream", params={"after": 1, "device": "x", "name": "Bo’s phone"}) as open_stream,
    ):
        lines = open_stream.iter_lines()
        next(lines)
        assert told(scribe, at, 1, until_people)[-1][1] == {"scribes": ["Bo’s phone"], "watching": 0}
        assert told(spectator, at, 1, until_people)[-1][1]["scribes"] == []


# Starting and stopping


def test_a_stop_ends_open_streams_without_a_word(own: Any) -> None:
    with (
        own.client(own.spectator) as client,
        client.stream("GET", f"/g/{ID}/stream", params={"after": 1}) as answer,
    ):
        lines = answer.iter_lines()
        next(lines)
        code, out, err = own.stop()
        assert "beat" not in "".join(lines)
    assert (code, err) == (0, "")
    assert "Everything that was logged is in" in out


def test_it_is_open_to_this_machine_only_unless_asked(served: Any) -> None:
    assert served.origin.startswith("http://127.0.0.1:")
    assert {link.rpartition("/s/")[0] for link in (served.scribe, served.spectator)} == {served.origin}


def test_a_port_that_is_taken_is_said(served: Any, book: Path) -> None:
    port = served.origin.rpartition(":")[2]
    command = [sys.executable, "-m", "referee", "serve", "--port", port, "--logbook", str(book)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert done.returncode == 2
    assert done.stderr == f"Error: port {port} is taken; choose another with --port, or leave that to Referee\n"


def test_without_the_extra_one_line_says_what_to_install(book: Path) -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from referee.cli import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", "--logbook", str(book)], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "Error: uvicorn is not installed; `pip install 'referee[live]'` brings it"


def test_logging_a_move_loads_none_of_this(book: Path) -> None:
    program = "import sys; from referee.cli import run; run(sys.argv[1:]); print(*sys.modules)"
    command = [sys.executable, "-c", program, "log", DEAL, "--logbook", str(book)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert loaded.isdisjoint({"starlette", "uvicorn", "segno", "prompt_toolkit", "jinja2", "asyncio"})
    assert not any(name.startswith("referee.live") for name in done.stdout.splitlines()[-1].split())

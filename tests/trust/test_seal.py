"""Heads and seals: what is kept outside a logbook shows what the logbook alone cannot."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from referee import chain, cli, seal
from referee.event import Noted
from referee.forget import forget
from referee.logbook import Logbook
from tests.trust import rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db")


def sealed(path: Path) -> Path:
    """A seal of the logbook, written to a file of its own."""
    with Logbook(path) as book:
        text = str(seal.of(book))
    file = path.with_name(f"{len(list(path.parent.glob('*.seal')))}.seal")
    file.write_text(text)
    return file


def head(path: Path, game: str) -> str:
    with Logbook(path) as book:
        return book.head(game)[1].hex()


def verify(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.run(["verify", *map(str, arguments)])
    return code, *capfd.readouterr()


def append(path: Path, game: str, text: str = "hm") -> None:
    with Logbook(path, writable=True) as book:
        book.append(game, Noted(1, text), after=book.head(game)[0])


# The tree and the text


def naive_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, another way: level by level from the leaves up, a last one without a partner as it is."""
    level = [hashlib.sha256(b"\0" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\1" + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0] if level else hashlib.sha256(b"").digest()


@pytest.mark.parametrize("count", [*range(20), 63, 64, 65, 1000])
def test_the_root_is_that_of_rfc_6962(count: int) -> None:
    leaves = [b"leaf %d" % n for n in range(count)]
    assert seal.root(leaves) == naive_root(leaves)


def test_known_roots_of_certificate_transparency() -> None:
    """The test vectors that RFC 6962's own implementation carries."""
    inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [bytes.fromhex(text) for text in inputs]
    assert seal.root(leaves[:1]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert seal.root(leaves[:2]).hex() == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
    assert seal.root(leaves).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_a_seal_is_a_checkpoint(path: Path) -> None:
    origin, size, root, *leaves = sealed(path).read_text().splitlines()
    assert (origin, size, len(base64.b64decode(root))) == ("referee-logbook/club.db", "2", 32)
    assert leaves == [f"one 20 {head(path, 'one')}", f"two 5 {head(path, 'two')}"]


def test_a_seal_says_the_same_twice_and_another_thing_after_a_move(path: Path) -> None:
    first, second = sealed(path).read_text(), sealed(path).read_text()
    append(path, "two")
    assert first == second != sealed(path).read_text()


@pytest.mark.parametrize("change", [("one 20", "one 19"), ("\n2\n", "\n3\n"), ("two", "owt"), ("club", "club\n")])
def test_a_seal_that_was_changed_is_refused(
    path: Path, capfd: pytest.CaptureFixture[str], change: tuple[str, str]
) -> None:
    file = sealed(path)
    file.write_text(file.read_text().replace(*change, 1))
    code, _, err = verify(capfd, path, "--seal", file)
    assert code == 2
    assert "seal" in err


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"referee-logbook/x\n0\nAA\n", b"a\nb\nc\nd\n"])
def test_what_is_no_seal(path: Path, capfd: pytest.CaptureFixture[str], content: bytes) -> None:
    file = path.with_name("x.seal")
    file.write_bytes(content)
    assert verify(capfd, path, "--seal", file)[0] == 2
    assert verify(capfd, path, "--seal", path.with_name("absent"))[0] == 2


def test_a_seal_survives_other_line_ends_and_signatures_below(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = sealed(path)
    text = file.read_text() + "\n— somebody Az3grlgtzPICa5OS\n"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert verify(capfd, path, "--seal", file)[0] == 0


def test_a_seal_is_not_written_over_another_nor_of_a_broken_logbook(
    path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = path.with_name("kept.seal")
    assert cli.run(["seal", str(path), "-o", str(file)]) == 0
    before = file.read_text()
    assert cli.run(["seal", str(path), "-o", str(file)]) == 2
    assert file.read_text() == before
    rig.tamper(path, "update event set at = 'x' where game = 'one' and seq = 3")
    capfd.readouterr()
    assert cli.run(["seal", str(path)]) == 3
    out, err = capfd.readouterr()
    assert out == ""
    assert "one: event 3" in err


@pytest.mark.skipif(rig.needs("ssh-keygen"), reason="needs ssh-keygen")
def test_a_seal_signed_with_an_ssh_key(path: Path) -> None:
    """As docs/log.md says it; a changed seal no longer has the signature."""

    def keygen(*arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["ssh-keygen", *map(str, arguments)], cwd=path.parent, input=stdin, capture_output=True)

    file = sealed(path)
    assert keygen("-q", "-t", "ed25519", "-N", "", "-C", "ann", "-f", "key").returncode == 0
    assert keygen("-Y", "sign", "-n", "referee-checkpoint", "-f", "key", file).returncode == 0
    (path.parent / "players").write_text("ann " + (path.parent / "key.pub").read_text())
    check = ["-Y", "verify", "-n", "referee-checkpoint", "-f", "players", "-I", "ann", "-s", f"{file}.sig"]
    assert keygen(*check, stdin=file.read_bytes()).returncode == 0
    assert keygen(*check, stdin=file.read_bytes().replace(b"20", b"21")).returncode != 0


# Comparing


def test_what_was_sealed_is_still_there(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = sealed(path)
    append(path, "two")
    append(path, "two")
    code, out, err = verify(capfd, path, "--seal", file)
    assert (code, err) == (0, "")
    assert "one: as sealed\n" in out
    assert "two: as sealed, 2 events since\n" in out


def test_without_a_seal_or_head_verify_says_what_it_cannot_tell(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "only a head or a seal kept elsewhere can show" in verify(capfd, path)[1]
    assert "only a head" not in verify(capfd, path, "--seal", sealed(path))[1]


CHANGES = [
    ("delete from event where game = 'one' and seq = 20", "one: cut off: sealed with 20 events, there are 19"),
    ("delete from event where game = 'two'", "two: gone: sealed with 5 events, and no tombstone"),
    ("update event set at = '2020' where game = 'one' and seq = 2", "one: rewritten: its first 20 events"),
    ("update event set scribe = 'x' where game = 'two' and seq = 5", "two: rewritten"),
]


@pytest.mark.parametrize(("statement", "said"), CHANGES)
def test_what_the_chain_cannot_find_a_seal_finds(
    path: Path, capfd: pytest.CaptureFixture[str], statement: str, said: str
) -> None:
    file = sealed(path)
    rig.tamper(path, statement)
    for game in ("one", "two"):
        rig.rechain(path, game)
    assert verify(capfd, path)[0] == 0
    code, _, err = verify(capfd, path, "--seal", file)
    assert code == 3
    assert said in err


def test_an_old_copy_put_back_is_found_by_a_later_seal(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    old = path.read_bytes()
    append(path, "two")
    file = sealed(path)
    path.write_bytes(old)
    assert verify(capfd, path)[0] == 0
    assert "two: cut off" in verify(capfd, path, "--seal", file)[2]


def test_another_logbook_has_none_of_what_was_sealed(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = rig.make(path.with_name("other.db"), one=rig.record(seed=2)[:30])
    code, _, err = verify(capfd, other, "--seal", sealed(path))
    assert code == 3
    assert "one: rewritten" in err
    assert "two: gone" in err


# Heads


def spellings(digest: str) -> list[str]:
    letters = chain.short(digest)
    slips = letters.translate(str.maketrans("OIB", "018"))
    return [digest, digest.upper(), f" {digest} ", letters, letters.lower(), letters.replace(" ", "-"), slips]


def test_a_head_in_every_spelling(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for text in spellings(head(path, "one")):
        code, out, _ = verify(capfd, path, "--head", f"one={text}")
        assert (code, "one: had this head at event 20" in out) == (0, True), text


def test_an_earlier_head_is_found_and_where(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = chain.short(head(path, "two"))
    append(path, "two")
    code, out, _ = verify(capfd, path, "--head", f"two={before}")
    assert code == 0
    assert "two: had this head at event 5, 1 event since" in out


def test_a_cut_tail_and_a_rewritten_chain_are_found_by_a_head(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    kept = chain.short(head(path, "one"))
    rig.tamper(path, "delete from event where game = 'one' and seq > 18")
    assert verify(capfd, path)[0] == 0
    code, _, err = verify(capfd, path, "--head", f"one={kept}")
    assert code == 3
    assert "one: none of its 18 events has the head" in err


@pytest.mark.parametrize("text", ["one", "one=", "one=xyz", "one=" + "A" * 15, "one=" + "g" * 64, "one=" + "9" * 16])
def test_what_is_no_head(path: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    code, _, err = verify(capfd, path, "--head", text)
    assert code == 2
    assert "expected" in err


def test_a_head_of_a_game_that_is_not_there(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    digest = head(path, "one")
    assert "no such game" in verify(capfd, path, "--head", f"three={digest}")[2]
    forget(path, "one", "asked for")
    code, out, _ = verify(capfd, path, "--head", f"one={digest}")
    assert code == 0
    assert re.search(r"one: had this head when it was removed; forgotten  20 events .*: asked for", out)
    assert verify(capfd, path, "--head", f"one={'0' * 64}")[0] == 3


def test_a_damaged_logbook_is_compared_as_far_as_it_goes(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = sealed(path)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * len(content[4096:])
    path.write_bytes(content)
    code, _, err = verify(capfd, path, "--seal", file, "--head", f"one={'0' * 64}")
    assert code == 3
    assert "cannot be compared" in err


def test_no_seal_of_what_is_not_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["seal", str(tmp_path / "x.db")]) == 2
    assert "there is no such logbook" in capfd.readouterr().err


def test_the_seal_of_an_empty_logbook(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = rig.make(tmp_path / "empty.db", one=rig.record()[:1])
    forget(path, "one", "a mistake")
    file = sealed(path)
    assert file.read_text().splitlines()[3].startswith("~logbook 1 ")
    assert verify(capfd, path, "--seal", file)[0] == 0

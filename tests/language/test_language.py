"""Which language is spoken, and phrases among the facts."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path

import pytest

from referee import cli, language
from referee.language import OR, Phrase, counted, fact_of, joined, say, using
from tests.formats import games

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text(games.BREACH)

    def call(*arguments: str, code: int = 1) -> str:
        assert cli.run(list(arguments)) == code
        said = capfd.readouterr()
        return said.err if code == 2 else said.out

    return call


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ja_JP.eucJP"}, "ja"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR-CA"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "frp_IT"}, "en"),
        ({"LANG": "ja", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "ja", "LC_MESSAGES": "fr", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja", "LC_MESSAGES": "", "LC_ALL": ""}, "ja"),
        ({"LANG": "ca_ES@valencia"}, "en"),
        ({"LANG": "fr@euro"}, "fr"),
        ({"LANG": "\udcff"}, "en"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], code: str) -> None:
    assert language.of_locale(environment) == code


def test_a_language_is_spoken_for_a_while() -> None:
    with using("fr"):
        assert say("nothing wrong with it") == "rien à redire"
        with using("ja"):
            assert say("nothing wrong with it") == "問題なし"
        assert language.current() == "fr"
    assert say("nothing wrong with it") == "nothing wrong with it"


def test_each_context_speaks_its_own() -> None:
    def french() -> str:
        language._spoken.set("fr")
        return say("taken back")

    assert copy_context().run(french) == "coup repris"
    assert say("taken back") == "taken back"


def test_what_has_no_translation_stays_english() -> None:
    with using("fr"):
        assert say("no such text, {n}", n=1) == "no such text, 1"


def test_a_phrase_is_its_english() -> None:
    phrase = Phrase("{n} of {what}", n=2, what=counted(1, "{n} case", "{n} cases"))
    assert phrase == "2 of 1 case"
    assert json.dumps(phrase) == '"2 of 1 case"'
    for twin in (copy.deepcopy(phrase), pickle.loads(pickle.dumps(phrase))):
        assert twin == phrase
        assert (twin.template, twin.facts) == (phrase.template, phrase.facts)
        assert isinstance(twin.facts["what"], Phrase)


@pytest.mark.parametrize(
    ("n", "en", "fr", "ja"),
    [(0, "0 cases", "0 cas", "0 例"), (1, "1 case", "1 cas", "1 例"), (2, "2 cases", "2 cas", "2 例")],
)
def test_numbers_have_their_plural(n: int, en: str, fr: str, ja: str) -> None:
    phrase = counted(n, "{n} case", "{n} cases")
    said = []
    for code in ("en", "fr", "ja"):
        with using(code):
            said.append(fact_of(None, phrase))
    assert said == [en, fr, ja]


def test_none_is_singular_in_french_and_plural_in_english() -> None:
    phrase = counted(0, "{n} sentence", "{n} sentences")
    assert phrase == "0 sentences"
    with using("fr"):
        assert fact_of(None, phrase) == "0 phrase"


def test_lists_are_joined_as_the_language_does() -> None:
    assert joined([]) == ""
    assert joined(["Ann"]) == "Ann"
    either = joined(["Ann", "Bo", "Cy"], OR)
    assert either == "Ann or Bo or Cy"
    with using("fr"):
        assert fact_of(None, either) == "Ann ou Bo ou Cy"
    with using("ja"):
        assert fact_of(None, joined(["Ann", "Bo"])) == "Ann、Bo"


def test_a_fact_is_never_taken_for_a_template() -> None:
    """A player may be called anything."""
    assert say("{player} objects: {text}", player="{text}", text="{0.__class__}") == "{text} objects: {0.__class__}"
    with using("ja"):
        said = fact_of(None, Phrase("{first}, {rest}", first="{rest}", rest="{x}"))
        assert said == "{rest}、{x}"


# The command line


def test_check_in_french(run: Run) -> None:
    assert (
        run("check", "t.txt", "--lang", "fr")
        == (
            "t.txt:6: Bo bid 4\n"
            "  infraction  jade.bid.lower: 4 n’est pas inférieur à 4\n"
            "  règle\u00a0: Chaque annonce est inférieure à la précédente\u202f; «\u00a0prendre N, rendre une\u00a0» compte"
            " une demi-carte de moins que N.\n"
            "  source\u00a0: Jade Merchant rulebook, Bidding 2, Bidding 3\n"
            "  permis\u00a0: Bo bid 3, Bo bid 2, Bo bid 1, Bo pass\n"
        )
        + run("check", "t.txt", "--lang", "fr").partition("Bo pass\n")[2]
    )


def test_check_in_japanese(run: Run) -> None:
    said = run("check", "t.txt", "--lang", "ja")
    assert "  違反  jade.bid.lower: 4 は 4 より少なくない\n" in said
    assert said.endswith("1 ゲーム、5 件の出来事：違反 1 件、記録の矛盾 0 件、判定不能 0 件\n")


def test_rules_in_another_language(run: Run) -> None:
    assert "贋金を返すことはできない。" in run("rules", "jade.take.no-counterfeit", "--lang", "ja", code=0)
    assert "Une contrefaçon ne se rend jamais." in run("rules", "jade-merchant", "--lang", "fr", code=0)
    found = json.loads(run("rules", "jade.take.no-counterfeit", "--lang", "ja", "--format", "json", code=0))
    assert found["rule"] == "贋金を返すことはできない。"
    assert "69 phrases" in run("rules", "jade-merchant", "--coverage", "--lang", "fr", code=0)


def test_the_locale_is_followed_but_not_in_formats_for_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "違反" in run("check", "t.txt")
    assert "breach" in run("check", "t.txt", "--lang", "en")
    for form in ("json", "jsonl", "sarif", "junit", "github"):
        assert "4 does not undercut 4" in run("check", "t.txt", "--format", form)
        assert "4 は 4 より少なくない" in run("check", "t.txt", "--format", form, "--lang", "ja")


def test_machine_keys_do_not_change_with_the_language(run: Run) -> None:
    def keys(found: object) -> object:
        if isinstance(found, dict):
            return {key: keys(value) for key, value in found.items()}
        return [keys(each) for each in found] if isinstance(found, list) else type(found)

    english, japanese = (json.loads(run("check", "t.txt", "--format", "json", "--lang", code)) for code in ("en", "ja"))
    assert keys(english) == keys(japanese)
    assert english["games"][0]["findings"][0]["outcome"] == japanese["games"][0]["findings"][0]["outcome"] == "breach"


def test_a_language_we_do_not_speak(run: Run) -> None:
    said = run("check", "t.txt", "--lang", "tlh", code=2)
    assert "'en', 'fr', 'ja'" in said


def test_a_language_does_not_outlive_its_command(run: Run) -> None:
    run("check", "t.txt", "--lang", "ja")
    assert language.current() == "en"
    assert "breach" in run("check", "t.txt")


def test_pages_speak_the_language_of_the_locale_or_the_one_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    run("report", "t.txt", "-o", "locale", code=0)
    run("report", "t.txt", "-o", "asked", "--lang", "ja", code=0)
    monkeypatch.setenv("LC_ALL", "C")
    run("report", "t.txt", "-o", "french", "--lang", "fr", code=0)
    pages = sorted(path.name for path in Path("locale").iterdir())
    assert pages == ["index.html", "rules-jade-merchant.html", "t.html"]
    for name in pages:
        said = {folder: Path(folder, name).read_text("utf-8") for folder in ("locale", "asked", "french")}
        assert '<html lang="fr">' in said["locale"] and '<html lang="ja">' in said["asked"]
        assert said["locale"] == said["french"]


def test_the_demo_speaks_the_language_of_the_locale(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    said = run("demo", code=0)
    assert "Parties à revoir, à ouvrir dans un navigateur" in said
    assert " infraction" in said

"""Search: prefix first, then fuzzy, and how well the ranking answers what people type."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cortex_planner.substrate import IndexReport, open_index
from cortex_planner.substrate.search import SymbolSearch
from cortex_planner.substrate.store.schema import create_tables

DATA = Path(__file__).parent / "data"
LEAST_MEAN_RECIPROCAL_RANK = 0.85


def search_over(names: list[str]) -> SymbolSearch:
    connection = sqlite3.connect(":memory:")
    create_tables(connection)
    rows = ((name, "SECTION", "0" * 64, "head(4000)", 0, "", 0, "default") for name in names)
    connection.executemany("INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return SymbolSearch(connection)


@pytest.fixture(scope="module")
def library() -> Iterator[SymbolSearch]:
    """Return a search over the frozen symbols of a real repository."""
    search = search_over(real_names())
    yield search
    search._connection.close()


def real_names() -> list[str]:
    return gzip.decompress((DATA / "standard_library_symbols.txt.gz").read_bytes()).decode().splitlines()


def queries() -> list[tuple[str, str]]:
    lines = (DATA / "ranking_queries.tsv").read_text().splitlines()
    return [(query, expected) for query, expected in (line.split("\t") for line in lines)]


def test_mean_reciprocal_rank_over_what_people_type(library: SymbolSearch) -> None:
    """The wanted symbol is at or near the top for sixty honest queries."""
    assert len(queries()) >= 60
    assert mean_reciprocal_rank(library) >= LEAST_MEAN_RECIPROCAL_RANK


def mean_reciprocal_rank(search: SymbolSearch) -> float:
    ranks = []
    for query, expected in queries():
        found = search.find(query, 20)
        ranks.append(1 / (found.index(expected) + 1) if expected in found else 0.0)
    return sum(ranks) / len(ranks)


def test_the_rank_holds_in_a_large_index_full_of_other_names() -> None:
    """The same queries, with the real names lost among two hundred thousand made-up ones."""
    made_up = [
        f"@CODE/src/package_{number % 997}/module_{number // 13}.py#Handler{number}.process"
        for number in range(200_000)
    ]
    search = search_over(sorted({*real_names(), *made_up}))
    rank = mean_reciprocal_rank(search)
    search._connection.close()
    assert rank >= LEAST_MEAN_RECIPROCAL_RANK


def test_prefix_comes_first_and_in_order(library: SymbolSearch) -> None:
    assert library.find("@CODE/json/__init__.py#l", 2) == [
        "@CODE/json/__init__.py#load",
        "@CODE/json/__init__.py#loads",
    ]


def test_every_answer_is_capped(library: SymbolSearch) -> None:
    assert len(library.find("@e", 7)) == 7
    assert len(library.find("@CODE", 7)) == 7


@pytest.mark.parametrize("query", ["", "@", " ", "@ "])
def test_an_empty_query_lists_from_the_start(library: SymbolSearch, query: str) -> None:
    assert library.find(query, 1) == ["@CODE/__future__.py"]


def test_case_does_not_matter_to_fuzzy_search(library: SymbolSearch) -> None:
    assert library.find("@ORDEREDDICT", 1) == ["@CODE/collections/__init__.py#OrderedDict"]


@pytest.mark.parametrize(
    "misspelt",
    ["@CODE/json/__init__.py#dupms", "@CODE/jsn/__init__.py#dumps", "@CODE/json/__init__.py#DUMPS"],
)
def test_a_misspelling_is_met_with_the_right_name(library: SymbolSearch, misspelt: str) -> None:
    assert "@CODE/json/__init__.py#dumps" in library.suggest(misspelt, 3)


def test_odd_queries_find_nothing_and_break_nothing() -> None:
    search = search_over(["@DOC/a.md", "@DOC/Ünïcode-😀.md"])
    assert search.find("@zzzz", 5) == []
    assert search.find("@" + "x" * 100_000, 5) == []
    assert search.find("@ünïcode", 5) == ["@DOC/Ünïcode-😀.md"]
    assert search.find("\ud800", 5) == []
    search._connection.close()


def test_search_follows_the_generation(
    root: Path, write: Callable[..., None], build: Callable[..., IndexReport]
) -> None:
    """After a rebuild the same reader finds what is new and no longer what is gone."""
    write("old.txt", "x")
    build()
    with open_index(root) as reader:
        assert reader.search("@old") == ["@FILE/old.txt"]
        (root / "old.txt").unlink()
        write("new.txt", "x")
        build()
        assert reader.search("@old") == []
        assert reader.search("@new") == ["@FILE/new.txt"]

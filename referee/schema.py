"""The tables of a logbook, made and migrated with sqlite-utils.

Only imported when a logbook is made; appending and reading need no more than sqlite3.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations
from sqlite_utils.db import Table

from referee.logfile import APPLICATION_ID, SCHEMA, VERSION

migrations = Migrations("referee")


@migrations()
def event_table(db: Database) -> None:
    """The event table and the triggers that make it append-only."""
    for statement in SCHEMA.values():
        db.execute(statement)


def make(connection: sqlite3.Connection) -> None:
    """Turn an empty database into a logbook of the present version."""
    connection.execute(f"pragma application_id = {APPLICATION_ID}")
    connection.execute(f"pragma user_version = {VERSION}")
    migrations.apply(Database(connection, execute_plugins=False))


def table(connection: sqlite3.Connection) -> Table:
    """The event table for looking around with sqlite-utils."""
    found = Database(connection, execute_plugins=False)["event"]
    assert isinstance(found, Table)
    return found

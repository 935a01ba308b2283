"""Referee: an event-sourced referee and rules audit for games played at a table."""

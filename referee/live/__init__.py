"""At the table: a game logged while it is played, at a prompt or on the phones around the table."""

"""Castle Merchants."""

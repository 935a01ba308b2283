"""What the referee found, for people and for programs: text, JSON, HTML and the like."""

"""What the referee found, for people and for programs."""

"""How fast Referee is, beside limits and peers: ``python -m benchmarks``."""

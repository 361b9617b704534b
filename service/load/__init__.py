"""The load test: the real server at and beyond its limit, `python -m service.load`. Needs what tests need."""

"""What programs and the page talk to: one file for each kind of thing, under /api/v1."""

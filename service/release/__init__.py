"""The release checklist, `make release`: what a release must show, each with its command."""

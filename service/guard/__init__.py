"""What every request passes before it is answered: one file for each gate, each a plain ASGI application."""

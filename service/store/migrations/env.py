"""In: the connection that `service.store.database.migrate` opened. Out: alembic's steps run on it."""

from alembic import context

from service.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()

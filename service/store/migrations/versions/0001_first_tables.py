"""Matches with rounds and undo, scans with corrections."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.String(32)
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("changed", _TIME, nullable=False),
    )
    op.create_index("ix_matches_changed", "matches", ["changed"])
    for table in ("rounds", "undo"):
        op.create_table(
            table,
            sa.Column("match_id", _ID, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
            sa.Column(
                "number" if table == "rounds" else "version", sa.Integer(), primary_key=True, autoincrement=False
            ),
            sa.Column("record", sa.JSON(), nullable=False),
        )
    op.create_table(
        "scans",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("picture", sa.LargeBinary()),
        sa.Column("created", _TIME, nullable=False),
    )
    op.create_table(
        "corrections",
        sa.Column("scan_id", _ID, sa.ForeignKey("scans.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("created", _TIME, nullable=False),
    )


def downgrade() -> None:
    for table in ("corrections", "scans", "undo", "rounds", "matches"):
        op.drop_table(table)

"""In: environment variables (HANDSCAN_...) and a settings file. Out: `Settings`, how the service is to run."""

import os
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

_FILE: Final = "HANDSCAN_SETTINGS"
_SERVICE: Final = re.compile(
    r"""HANDSCAN_ (\w+_)? (
        (SERVICE_HOST | SERVICE_PORT(_\w+)? | PORT_\d+_(TCP|UDP|SCTP)(_\w+)?) =.*
        | PORT= (tcp|udp|sctp):// .*
        | NAME= /.+/.+ | ENV_\w+= .*
    )""",
    re.VERBOSE,
)
"""What Kubernetes tells each pod of a Service `handscan` or `handscan-db`, and Docker each container linked to one."""
_TOKEN: Final = re.compile(r"[\w-]{12,200}|", re.ASCII)  # fits a link and a cookie as it is


class Settings(BaseSettings):
    """Each field is a variable HANDSCAN_NAME, and a line `name = value` of the settings file; the variable wins."""

    model_config = SettingsConfigDict(env_prefix="HANDSCAN_", env_ignore_empty=True, extra="forbid")

    host: str = Field("127.0.0.1", description="Address to listen at.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen at; 0 takes a free one.")
    lan: bool = Field(False, description="Listen on the local network and print a QR code to join.")
    https: bool = Field(False, description="Serve https with a certificate made here, so that phones allow the camera.")
    data: Path = Field(
        Path(platformdirs.user_data_dir("handscan", False)),
        description="Folder of the database and the certificate.",
    )
    database: str = Field("", description="URL of a PostgreSQL database; empty is SQLite in the data folder.")
    token: SecretStr = Field(
        SecretStr(""),
        description="What strangers must show to join, 12 characters or more; empty makes a new one at each start.",
    )
    workers: int = Field(2, ge=1, le=64, description="Photos scanned at the same time.")
    queue: int = Field(8, ge=0, le=1000, description="Requests that may wait for a scan before more are refused (503).")
    live_clients: int = Field(4, ge=0, le=100, description="Live cameras read at the same time.")
    photos_per_request: int = Field(12, ge=1, le=100, description="Photos taken in one request.")
    upload_bytes: int = Field(100_000_000, ge=1000, description="Largest request that carries photos.")
    body_bytes: int = Field(
        2_000_000, ge=1000, description="Largest request of any other kind, and picture of a live camera."
    )
    client_seconds: float = Field(
        30.0, gt=0, description="Longest wait for a client to send its next bytes, or to take its answer."
    )
    names: str = Field("", description="Further host names that the service goes by, between commas.")
    requests_per_minute: int = Field(600, ge=1, description="Requests of one client in a minute before 429.")
    photo_minutes: float = Field(
        30.0, ge=0, description="How long a photo that is not kept stays in memory, for its overlay."
    )
    photos_in_memory: int = Field(50, ge=0, description="How many such photos at most.")

    @field_validator("token")
    @classmethod
    def _is_hard_to_guess(cls, token: SecretStr) -> SecretStr:
        if _TOKEN.fullmatch(token.get_secret_value()):
            return token
        raise PydanticCustomError(
            "token",
            "it needs 12 to 200 letters, digits, hyphens or underscores; leave it out for a new one at each start",
        )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What the program says, then the environment, then the file that HANDSCAN_SETTINGS names."""
        return (
            init_settings,
            _Environment(settings_cls),
            TomlConfigSettingsSource(settings_cls, toml_file=os.environ.get(_FILE)),
        )

    @property
    def database_url(self) -> str:
        """For SQLAlchemy."""
        if not self.database:
            return f"sqlite:///{self.data / 'handscan.sqlite3'}"
        scheme, _, rest = self.database.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgresql", "postgres") else self.database


class _Environment(EnvSettingsSource):
    """The environment, without the address of a Service: HANDSCAN_PORT=tcp://10.0.0.1:80 is no port of ours."""

    def __call__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__call__().items() if not _of_service(_variable(name), value)}


class SettingsError(Exception):
    """A setting that cannot be; the text names it and says what to mend."""


class Setting(NamedTuple):
    """A setting as it is listed in help and documents."""

    variable: str
    default: str
    description: str


def read_settings(typed: dict[str, Any]) -> Settings:
    """The settings, those typed on the command line first. Raises SettingsError."""
    known = {setting.variable for setting in settings_list()}
    for variable, value in sorted(os.environ.items()):
        if variable.startswith("HANDSCAN_") and variable not in known and not _of_service(variable, value):
            raise SettingsError(f"There is no setting {variable}: “handscan serve --help” lists them.")
    try:
        return Settings(**typed)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        raise SettingsError(f"The setting {_variable(name)} is not right: {first['msg']}.") from error
    except (OSError, ValueError) as error:  # of the file
        raise SettingsError(f"The settings file {os.environ.get(_FILE)} cannot be read: {error}.") from error


def settings_list() -> list[Setting]:
    """Every setting there is, and the file of them all."""
    found = [
        Setting(_variable(name), _shown(field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    ]
    return [*found, Setting(_FILE, "none", "A TOML file with settings, one `name = value` a line.")]


def _of_service(variable: str, value: Any) -> bool:
    return _SERVICE.fullmatch(f"{variable}={value}") is not None


def _variable(name: str) -> str:
    return f"HANDSCAN_{name.upper()}"


def _shown(value: Any) -> str:
    if isinstance(value, SecretStr | str) and not value:
        return "empty"
    return "the user's data folder" if isinstance(value, Path) else str(value).lower()

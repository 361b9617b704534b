"""In: a folder and an address. Out: a certificate for it and its key, made here and kept there."""

import ipaddress
import os
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_LIFE = timedelta(days=365)
_LEFT = timedelta(days=7)


class Pair(NamedTuple):
    """The files of a certificate and its key."""

    certificate: Path
    key: Path


def certificate_in(folder: Path, address: str) -> Pair:
    """The pair kept in the folder, when it is for this address and lives a week yet; else a new one."""
    pair = Pair(folder / "certificate.pem", folder / "key.pem")
    if not (pair.certificate.exists() and pair.key.exists() and _serves(pair, address)):
        folder.mkdir(parents=True, exist_ok=True)
        _make(pair, address)
    return pair


def _serves(pair: Pair, address: str) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*pair)  # whole, and made for one another
        found = x509.load_pem_x509_certificate(pair.certificate.read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, ssl.SSLError, x509.ExtensionNotFound):
        return False
    return _name(address) in names and found.not_valid_after_utc - datetime.now(UTC) > _LEFT


def _name(address: str) -> x509.GeneralName:
    """Of digits, or a name."""
    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _make(pair: Pair, address: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "handscan on this machine")])
    started = datetime.now(UTC) - timedelta(hours=1)
    own = ("localhost", f"{socket.gethostname()}.local", "127.0.0.1", "::1", address)
    names = [_name(one) for one in dict.fromkeys(own)]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(started)
        .not_valid_after(started + _LIFE)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    # Nobody else may read the key, from its first byte on.
    pair.key.unlink(missing_ok=True)
    with os.fdopen(os.open(pair.key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secret)
    pair.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))

"""In: a folder and an address. Out: a certificate for it and its key, made here and kept there."""

import ipaddress
import os
import socket
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
    if not (pair.certificate.exists() and pair.key.exists() and _serves(pair.certificate, address)):
        folder.mkdir(parents=True, exist_ok=True)
        _make(pair, address)
    return pair


def _serves(path: Path, address: str) -> bool:
    try:
        found = x509.load_pem_x509_certificate(path.read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    known = names.get_values_for_type(x509.IPAddress)
    return ipaddress.ip_address(address) in known and found.not_valid_after_utc - datetime.now(UTC) > _LEFT


def _make(pair: Pair, address: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "handscan on this machine")])
    started = datetime.now(UTC) - timedelta(hours=1)
    addresses = {ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1"), ipaddress.ip_address(address)}
    names = [x509.DNSName("localhost"), x509.DNSName(f"{socket.gethostname()}.local")]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(started)
        .not_valid_after(started + _LIFE)
        .add_extension(x509.SubjectAlternativeName([*names, *map(x509.IPAddress, addresses)]), critical=False)
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

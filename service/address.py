"""In: nothing, or an address to listen at. Out: this machine's address on the local network; a socket that listens."""

import socket


def lan_address() -> str:
    """The address that others on the network reach; the loopback one where there is no network.

    Nothing is sent: a datagram socket is only asked which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address for documentation, never in use
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address of this machine, by number or by name. Raises OSError when that is not to be had."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family)

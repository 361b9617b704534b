"""In: nothing. Out: the address of this machine on the local network."""

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

#!/usr/bin/env python3
"""TLS in front of a server on loopback, for a client that talks to no other: prints its port, and ends with its stdin.

    tls.py PORT CERTIFICATE KEY
"""
import contextlib
import socket
import ssl
import sys
import threading


def pump(source: socket.socket, target: socket.socket) -> None:
    """Passes on what comes, until one of the two ends."""
    with contextlib.suppress(OSError):
        while piece := source.recv(1 << 16):
            target.sendall(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def serve(client: socket.socket, port: int, context: ssl.SSLContext) -> None:
    with contextlib.suppress(OSError):
        with context.wrap_socket(client, server_side=True) as outer, \
                socket.create_connection(('127.0.0.1', port)) as inner:
            other = threading.Thread(target=pump, args=(outer, inner), daemon=True)
            other.start()
            pump(inner, outer)
            other.join()


def accept(listener: socket.socket, port: int, context: ssl.SSLContext) -> None:
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, port, context), daemon=True).start()


def main() -> None:
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(('127.0.0.1', 0))
    threading.Thread(target=accept, args=(listener, port, context), daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


if __name__ == '__main__':
    main()

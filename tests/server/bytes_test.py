"""A client's bytes as they meet a whole server: what is held up, what comes later, what is refused at once."""
import socket

from support import Server

LOGIN = b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 36\r\n\r\n" + b'{"name":"nobody","password":"wrong"}'
GET = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"


def read_to_end(connection):
    everything = b""
    while some := connection.recv(65536):
        everything += some
    return everything


def test_a_client_that_closes_its_half_gets_answers_that_come_later():
    with Server() as server, server.raw() as connection:
        connection.sendall(LOGIN + GET)
        connection.shutdown(socket.SHUT_WR)
        said = read_to_end(connection)
        assert said.index(b"HTTP/1.1 401") < said.index(b'{"ok":true}'), said


def test_what_is_wrong_is_answered_before_the_rest_comes():
    with Server() as server:
        for status, text in [(400, b"POST /api/session HTTP/1.1\r\nContent-Length: 5\r\n\r\n"),
                             (400, b"GET / HTTP/1.1\nHost: a\n\n"), (411, b"POST /api/session HTTP/1.1\r\nHost: a\r\n\r\n"),
                             (505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), (400, b"\x16\x03\x01\x02\x00\x01")]:
            with server.raw() as connection:
                connection.sendall(text)
                said = read_to_end(connection)
                assert said.startswith(f"HTTP/1.1 {status} ".encode()) and b"Connection: close" in said, (text, said)

"""A client's bytes as they meet a whole server: what is held up, what comes later, what is refused at once."""
import socket

from support import Server, in_background, is_sanitized, wait_until

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


def test_requests_behind_one_that_waits_are_held_up_and_none_is_lost():
    with Server() as server, server.raw() as connection:
        sent = 10_000
        sender = in_background(connection.sendall, LOGIN + GET * sent + GET.replace(b"Host", b"Connection: close\r\nHost"))
        said = read_to_end(connection)
        sender.join()
        assert said.startswith(b"HTTP/1.1 401") and said.count(b'{"ok":true}') == sent + 1


def test_a_client_that_does_not_read_is_held_up():
    with Server() as server:
        with server.raw() as connection:
            connection.settimeout(0)
            sent = stalls = 0
            before = server.memory()
            while sent < 64 << 20 and stalls < 20:
                try:
                    sent += connection.send(GET * 1000)
                    stalls = 0
                except BlockingIOError:
                    stalls += 1
                    server.get("/healthz")  # it has its turn
            assert stalls == 20 and server.memory() - before < (64 if is_sanitized() else 8) << 20, (sent, server.memory() - before)
        wait_until(lambda: server.metrics()["hotaka_connections"] == 0, "the connection is gone")


def test_what_is_wrong_is_answered_before_the_rest_comes():
    with Server() as server:
        for status, text in [(400, b"POST /api/session HTTP/1.1\r\nContent-Length: 5\r\n\r\n"),
                             (400, b"GET / HTTP/1.1\nHost: a\n\n"), (411, b"POST /api/session HTTP/1.1\r\nHost: a\r\n\r\n"),
                             (505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), (400, b"\x16\x03\x01\x02\x00\x01")]:
            with server.raw() as connection:
                connection.sendall(text)
                said = read_to_end(connection)
                assert said.startswith(f"HTTP/1.1 {status} ".encode()) and b"Connection: close" in said, (text, said)

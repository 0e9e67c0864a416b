"""HTTP and WebSocket as other people's programs speak them: curl, the WebSockets of
python3-websockets and python3-autobahn, and nginx with TLS as docs/operations.md sets it up.

Packages come from script/setup."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile

import support
from support import SOURCE, Server, dumps, wait_until

HERE = pathlib.Path(__file__).parent
PEERS = HERE / "peers"
DEBIAN_PYTHON = "/usr/bin/python3"  # has Debian's packages


def needed(program):
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    assert path, f"there is no {program}: run script/setup"
    return path


class LineClient:
    """A client of some library in a process of its own; messages are lines."""

    def __init__(self, library, url, token="", certificate=None):
        command = [DEBIAN_PYTHON, PEERS / "line_client.py"]
        self.library = library
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self.process = subprocess.Popen(
            [*command, library, url, token, *([certificate] if certificate else [])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        assert line, f"{self.library} said nothing more: {self.process.stderr.read()}"
        return line.rstrip("\n")

    def ask(self, message):
        """Sends a message and returns its answer."""
        self.send(dumps({**message, "n": 1}))
        while (answer := json.loads(self.receive())).get("to") != 1:
            pass
        assert answer["type"] != "refused", answer
        return answer

    def close(self):
        """Ends the input and so the connection; returns the code that it was closed with."""
        self.process.stdin.close()
        while not (line := self.receive()).startswith("closed "):
            pass
        return int(line.split()[1])


@contextlib.contextmanager
def echo_server():
    """Starts the echo server that has the server's own connections; its address."""
    program = pathlib.Path(support.PROGRAM).parent / "hotaka_ws_echo"
    with subprocess.Popen([program, "--port", "0"], stdout=subprocess.PIPE) as process:
        try:
            yield process.stdout.readline().decode().strip()
            process.send_signal(signal.SIGTERM)
            assert process.wait(support.PATIENCE) == 0
        finally:
            process.kill()


def play(client):
    """A move at a table against a bot, and a message of each kind of length."""
    assert json.loads(client.receive())["type"] == "welcome"
    table = client.ask({"type": "create", "game": "dragons", "options": {}})["table"]
    client.ask({"type": "sit", "table": table, "place": 0})
    client.ask({"type": "bot", "table": table, "place": 1, "level": "novice"})
    state = client.ask({"type": "ready", "table": table})
    while not state.get("legal"):
        state = json.loads(client.receive())
    act = {"type": "act", "table": table, "version": state["version"], "do": next(iter(state["legal"].values()))[0]}
    assert client.ask(act)["type"] == "update"
    assert client.ask({"type": "chat", "table": table, "text": "κόσμε \U0001f31f" + "x" * 200})["type"] == "ok"
    assert client.close() == 4321


def speak(library):
    """A game at the server, then texts of all lengths at the echo."""
    with Server() as server:
        token = server.client().token
        with LineClient(library, server.url.replace("http", "ws") + "/ws", token) as client:
            play(client)
    with echo_server() as address, LineClient(library, address) as client:
        for text in ["Hello", "", "κόσμε \U0001f31f", "x" * 125, "x" * 126, "x" * 4096]:
            client.send(text)
            assert client.receive() == text
        client.send("x" * 4097)
        assert client.receive() == "closed 1009"


def test_python_websockets():
    speak("websockets")


def test_python_autobahn():
    speak("autobahn")


def curl(*arguments, status=200):
    """What curl prints; the last line of its output is the status."""
    command = [needed("curl"), "--silent", "--show-error", "--max-time", str(support.PATIENCE), "--write-out", "\n%{http_code}"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    body, found = done.stdout.rsplit("\n", 1)
    assert done.returncode == 0 and int(found) == status, (arguments, done)
    return body


def test_curl():
    with Server() as server:
        url = server.url
        assert json.loads(curl(url + "/healthz")) == {"ok": True}
        guest = json.loads(curl(url + "/api/session", "--json", '{"bearer":true,"name":"Kei"}'))
        assert guest["name"] == "Kei"
        bearer = ["--header", f"Authorization: Bearer {guest['token']}"]
        assert json.loads(curl(url + "/api/session", "--json", "{}", *bearer))["person"] == guest["person"]
        # One connection for several requests, HTTP/1.0, a head alone, a body that is announced first.
        assert curl(url + "/healthz", url + "/healthz", "--http1.0").count("true") == 2
        head = curl("--head", url + "/healthz")
        assert "Content-Length: 11" in head and "nosniff" in head, head
        assert json.loads(curl(url + "/api/session", "--json", "{}", "--header", "Expect: 100-continue", *bearer))
        # What is refused, and what curl is told.
        chunked = ["--header", "Transfer-Encoding: chunked", "--data", "{}"]
        assert json.loads(curl(url + "/api/session", *chunked, status=411))["code"] == "length_required"
        assert "Allow: GET, HEAD" in curl("--include", "--request", "DELETE", url + "/healthz", status=405)
        assert "Allow: POST" in curl("--include", url + "/api/session", status=405)
        # A proxy is sent the whole address.
        assert json.loads(curl("--proxy", url, "http://games.example/healthz")) == {"ok": True}


def free_ports(count):
    """Ports that nobody listens on at the moment."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def nginx_settings(folder, plain, tls, server):
    """The example of docs/operations.md with other ports, a name and a certificate for this machine, in a whole file."""
    page = (SOURCE / "docs/operations.md").read_text(encoding="utf-8")
    example = re.search(r"```nginx\n(.*?)```", page, re.DOTALL).group(1)
    for pattern, replacement, count in [
            (r"listen \[::\]:.*\n", "\n", 2), (r"listen 80;", f"listen 127.0.0.1:{plain};", 1),
            (r"listen 443 ", f"listen 127.0.0.1:{tls} ", 1), (r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{server};", 1),
            (r"games\.example", "localhost", 4), (r"/etc/letsencrypt/live/localhost/fullchain.pem", f"{folder}/cert.pem", 1),
            (r"/etc/letsencrypt/live/localhost/privkey.pem", f"{folder}/key.pem", 1)]:
        example, found = re.subn(pattern, replacement, example)
        assert found == count, f"docs/operations.md: {pattern} is there {found} times"
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    return (f"{user}daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
            f"events {{ worker_connections 64; }}\nhttp {{\naccess_log off;\n{folders}{example}}}\n")


@contextlib.contextmanager
def nginx(server):
    """Starts nginx in front of a server; yields the ports of HTTP and HTTPS, and the certificate."""
    with tempfile.TemporaryDirectory(prefix="hotaka-nginx-") as folder:
        subprocess.run([needed("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
        plain, tls = free_ports(2)
        pathlib.Path(folder, "nginx.conf").write_text(nginx_settings(folder, plain, tls, server.port), encoding="utf-8")
        log = pathlib.Path(folder, "error.log")
        with subprocess.Popen([needed("nginx"), "-e", str(log), "-p", folder, "-c", f"{folder}/nginx.conf"]) as process:
            try:
                wait_until(lambda: pathlib.Path(folder, "pid").exists() or process.poll() is not None, "nginx runs")
                assert process.poll() is None, log.read_text(encoding="utf-8")
                yield plain, tls, f"{folder}/cert.pem"
            finally:
                process.terminate()
                process.wait(support.PATIENCE)


def test_nginx_with_tls():
    with tempfile.TemporaryDirectory(prefix="hotaka-page-") as page:
        pathlib.Path(page, "index.html").write_text("the page", encoding="utf-8")
        with Server("--behind-proxy", "--web", page) as server, nginx(server) as (plain, tls, certificate):
            url = f"https://localhost:{tls}"
            trusted = ["--cacert", certificate, "--resolve", f"localhost:{tls}:127.0.0.1"]
            assert "https://127.0.0.1/" in curl("--include", f"http://127.0.0.1:{plain}/", status=301)
            said = curl("--include", url + "/", *trusted)
            assert said.startswith("HTTP/2 200") and said.endswith("the page") and "strict-transport-security" in said, said
            assert curl("--http1.1", url + "/table/abc", *trusted) == "the page"
            said = curl("--include", url + "/api/session", "--json", '{"bearer":false}', *trusted)
            assert re.search(r"set-cookie: .*; Secure", said), said
            curl(url + "/metrics", *trusted, status=404)
            guest = json.loads(curl(url + "/api/session", "--json", '{"bearer":true}', *trusted))
            with LineClient("websockets", url.replace("https", "wss") + "/ws", guest["token"], certificate) as client:
                play(client)
            # An origin is the server's own by the Host that came through.
            shake = ["--http1.1", "--header", "Upgrade: websocket", "--header", "Connection: Upgrade",
                     "--header", "Sec-WebSocket-Version: 13", "--header", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                     "--header", f"Authorization: Bearer {guest['token']}"]
            curl(url + "/ws", *shake, "--header", "Origin: https://evil.example", *trusted, status=403)

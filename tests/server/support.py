"""What the tests of a running server share: starting one, and clients that play at it.

No test passes or fails by how fast this machine is: a test waits for the event that it needs, and PATIENCE only ends a
hang. To prove that nothing was sent, a test asks for something and checks that the answer is the next message. A test
of a long time moves the server's clock: Server(clock=True) and pass_time."""
import atexit
import functools
import json
import mmap
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "examples"))
from hotaka_client import Client, Refused  # noqa: E402

PROGRAM = None  # set by run.py
PATIENCE = 60  # seconds after which a test stops waiting; no test measures anything by it


def wait_until(holds, what, wait=PATIENCE):
    """Waits until holds() is true and returns its value."""
    end = time.monotonic() + wait
    while True:
        late = time.monotonic() >= end
        value = holds()
        if value:
            return value
        assert not late, f"still not so after {wait} s: {what}"
        time.sleep(0.01)


CLOCK_LOCK = threading.Lock()


@functools.lru_cache(maxsize=None)
def clock_library():
    """Compiles clock.c and returns the path of the library."""
    folder = tempfile.mkdtemp(prefix="hotaka-clock-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    compiler = next((one for one in (os.environ.get("CC"), "cc", "gcc", "clang") if one and shutil.which(one)), None)
    assert compiler, "the tests that move the clock need a C compiler: cc, gcc or clang"
    library = os.path.join(folder, "clock.so")
    source = str(pathlib.Path(__file__).parent / "clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True, timeout=PATIENCE)
    return library


@functools.lru_cache(maxsize=None)
def is_sanitized():
    """Returns whether the program was built with AddressSanitizer, which keeps freed memory for a while."""
    return b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()


class Clock:
    """A clock for other processes that a test can move forward (clock.c)."""

    def __init__(self, path):
        self.path = path
        with CLOCK_LOCK:
            self.library = clock_library()
        with open(path, "w+b") as file:
            file.write(bytes(mmap.PAGESIZE))
            file.flush()
            self.shared = mmap.mmap(file.fileno(), mmap.PAGESIZE)
        self.ahead = 0  # nanoseconds

    def forward(self, seconds):
        self.ahead += int(seconds * 1e9)
        self.shared[:8] = struct.pack("=q", self.ahead)

    def environment(self, realtime_only=False):
        """For a process that is to have this clock."""
        preload = f"{self.library}:{os.environ['LD_PRELOAD']}" if os.environ.get("LD_PRELOAD") else self.library
        return {**os.environ, "LD_PRELOAD": preload, "HOTAKA_TEST_CLOCK": self.path,
                **({"HOTAKA_TEST_CLOCK_REALTIME_ONLY": "1"} if realtime_only else {})}


def journal_entries(database):
    """All (table, index, line) of a SQLite journal: those of open tables are in the log, those of finished ones a text."""
    log = database.execute("select tab, idx, line from log where tab in (select id from tables where journal is null)")
    finished = database.execute("select id, 0, journal from tables where journal is not null")
    for table, first, text in [*log, *finished]:
        for index, line in enumerate(text.split("\n"), first):
            yield table, index, line


class Recorder:
    """Stands in for a client's socket and keeps what is sent."""

    def __init__(self, frames):
        self.sendall = frames.append


class Server:
    """A server with its own port, data folder and, if wanted, clock."""

    def __init__(self, *flags, data=None, clock=False, program=None):
        self.folder = tempfile.mkdtemp(prefix="hotaka-server-")
        self.data = data or os.path.join(self.folder, "data")
        # Tests act faster than people: those of the limit itself give their own.
        self.flags = flags if "--work-per-second" in flags else ("--work-per-second", "10000000", *flags)
        self.admin_socket = os.path.join(self.folder, "admin.sock")
        self.program = program or PROGRAM
        self.process = None
        # Stays bound and never listens, so that the system gives the port to no other process while the server is down.
        self.holder = socket.socket()
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.holder.bind(("127.0.0.1", 0))
        self.port = self.holder.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.clock = None
        try:
            if clock:
                self.clock = Clock(os.path.join(self.folder, "clock"))
            self.start()
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        code = self.process.poll() if self.process else 0
        told = self.log_text() if code else ""
        if code is None:
            self.process.kill()
            self.process.wait()
        self.holder.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        # It was stopped or killed, or else it has crashed, whether or not the test has noticed.
        assert code in (None, 0, -signal.SIGKILL), f"the server ended by itself with {code}: {told[:6000]}"

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--data", self.data,
             "--admin-socket", self.admin_socket, *self.flags],
            stdout=subprocess.PIPE, stderr=self.log,
            env=self.clock.environment() if self.clock else None)
        hang = threading.Timer(PATIENCE, self.process.kill)
        hang.start()
        line = self.process.stdout.readline().decode()
        hang.cancel()
        if f":{self.port}/" not in line:
            raise AssertionError(f"the server did not start: {line!r} {self.log_text()}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ctrl-C; returns how long it took."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=PATIENCE)
        assert code == 0, f"exit status {code}: {self.log_text()}"
        self.process.stdout.close()
        return time.monotonic() - begun

    def log_text(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def metrics(self):
        """The value of each metric: of one with labels by name{label="value"}."""
        lines = [line.rsplit(" ", 1) for line in self.ask_admin("metrics").splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    def pass_time(self, seconds):
        """Moves the server's clock forward; returns after the server has done what is due by then."""
        self.clock.forward(seconds)
        for _ in range(2):  # the first request wakes the server, the second one is read after the alarms have rung
            self.get("/healthz")

    def wait_for_connections(self, most):
        """Waits until at most this many connections are open. Connections of earlier requests may be counted for a
        moment, those of clients always are."""
        wait_until(lambda: self.metrics()["hotaka_connections"] <= most, f"at most {most} connections")

    def ask_admin(self, command, **members):
        """Asks through the admin socket, as `hotaka admin` does; the text of the answer, whatever its status."""
        body = json.dumps(members).encode()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.admin_socket)
            connection.sendall(f"POST /admin/{command} HTTP/1.1\r\nHost: admin\r\n"
                               f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            return read_answer(connection)[1].decode()

    def admin(self, *words):
        """Runs `hotaka admin`."""
        return subprocess.run([self.program, "admin", "--socket", self.admin_socket, *words], capture_output=True,
                              text=True, timeout=PATIENCE, check=False)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def memory(self):
        """Bytes that are really in use."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def alive(self):
        return self.process.poll() is None

    def client(self, name=None, token=None, claim=False):
        client = Player(self.url, name=name, token=token, timeout=PATIENCE)
        if claim:
            client.claim(name)
        client.connect()
        return client

    def raw(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def http(self, *lines, body=b"", wait=PATIENCE):
        """Sends a request as it is written, with a Host if it has none; returns status and body."""
        if lines[0].endswith(" HTTP/1.1") and not any(line.lower().startswith("host:") for line in lines):
            lines = (lines[0], "Host: test", *lines[1:])
        with self.raw() as connection:
            connection.settimeout(wait)
            try:
                connection.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)
            except OSError:
                pass
            return read_answer(connection)

    def login(self, name, password, *more):
        """Status of an attempt."""
        body = json.dumps({"name": name, "password": password}).encode()
        return self.http("POST /api/login HTTP/1.1", "Host: test", f"Content-Length: {len(body)}", *more, body=body)[0]


def read_answer(connection):
    """Status and body of one answer; status 0 if the connection was closed without one."""
    bytes_ = b""
    try:
        while b"\r\n\r\n" not in bytes_:
            some = connection.recv(65536)
            if not some:
                return 0, bytes_
            bytes_ += some
        head, body = bytes_.split(b"\r\n\r\n", 1)
        size = re.search(rb"Content-Length: (\d+)", head)
        while size and len(body) < int(size.group(1)):
            some = connection.recv(65536)
            if not some:
                break
            body += some
    except ConnectionError:
        return 0, bytes_
    return int(head.split()[1]), body


class Player(Client):
    """A client that keeps every message it was sent."""

    def __init__(self, *args, **named):
        self.heard = []
        super().__init__(*args, **named)

    def connect(self):
        self.welcome = super().connect()
        self.person = self.welcome["person"]
        return self.welcome

    def receive(self, timeout=None):
        message = super().receive(timeout)
        if message is not None:
            self.heard.append(message)
        return message

    def claim(self, name):
        answer = self.post("/api/claim", {"name": name, "password": "a good password", "bearer": True})
        self.token = answer.get("token", self.token)

    def again(self, server):
        """The same person from a new connection."""
        return server.client(token=self.token)

    def until(self, fits, wait=PATIENCE):
        """The next message that fits."""
        end = time.monotonic() + wait
        while time.monotonic() < end:
            message = self.receive(timeout=max(0.01, end - time.monotonic()))
            if message is not None and fits(message):
                return message
        raise AssertionError(f"no such message; the last ones: {self.heard[-3:]}")

    def of_type(self, kind, wait=PATIENCE):
        return self.until(lambda message: message["type"] == kind, wait)

    def catch_up(self):
        """Reads everything that the server has decided to send so far, and returns it. The answers about tables come in
        the order of the decisions; a pong may come before what is not stored yet."""
        before = len(self.heard)
        self.refused({"type": "catch up"}, "unknown_message")
        return self.heard[before:-1]

    def nothing(self):
        """Asserts that the server has sent nothing that was not read yet."""
        assert not (messages := self.catch_up()), messages

    def refused(self, message, code=""):
        """Asserts that a message is refused, with this code if one is given; returns the code."""
        try:
            answer = self.ask(message)
        except Refused as refusal:
            assert code in ("", refusal.code), f"{refusal.code}, not {code}: {refusal}"
            return refusal.code
        raise AssertionError(f"not refused: {answer}")

    def wait_closed(self, wait=PATIENCE):
        """Reads on until the server closes; returns the code of its close frame."""
        end = time.monotonic() + wait
        try:
            while time.monotonic() < end:
                self.receive(timeout=max(0.01, end - time.monotonic()))
        except OSError as error:
            return getattr(error, "code", None)
        raise AssertionError("the server did not close the connection")


def make_table(host, game, people, level="novice", start=True, **create):
    """A table with these people in the first places and bots in the others, started; its id."""
    options = create.pop("options", {})
    if game != "dragons" and "players" not in options:
        options = {"players": max(2, len(people)), **options}
    table = host.ask({"type": "create", "game": game, "options": options, **create})
    identity = table["table"]
    for place, person in enumerate(people):
        if person is not host:
            person.ask({"type": "join", "table": identity})
        person.ask({"type": "sit", "table": identity, "place": place, "seed": f"{place:032x}"})
    for place in range(len(people), len(table["places"])):
        host.ask({"type": "bot", "table": identity, "place": place, "level": level})
    if start:
        for person in people:
            person.ask({"type": "ready", "table": identity})
    return identity


RATED = {"rated": True, "time": {"kind": "relaxed", "bank": 300, "move": 10}}


def state_of(client, table):
    return client.ask({"type": "join", "table": table})


def act_once(client, state, rng=random):
    """Takes one of the legal actions in a game with turns; returns the answer."""
    seat, actions = next(iter(state["legal"].items()))
    return client.ask({"type": "act", "table": state["table"], "version": state["version"],
                       "seat": int(seat), "do": rng.choice(actions)})


def my_turn(client, table, wait=PATIENCE):
    """Waits until the client has something to decide; returns the state, or the last one if it is over."""
    end = time.monotonic() + wait
    state = state_of(client, table)
    while not state.get("legal") and "result" not in state:
        assert time.monotonic() < end, f"nothing to decide: {state}"
        message = client.receive(timeout=0.2)
        if message and message["type"] in ("update", "table") and message["table"] == table:
            state = message
        elif message is None:
            state = state_of(client, table)
    return state


def in_background(work, *args):
    """Starts a thread; join() raises what it raised."""
    class Thread(threading.Thread):
        trouble = None

        def run(self):
            try:
                work(*args)
            except BaseException as error:  # pylint: disable=broad-except
                self.trouble = error

        def join(self, timeout=None):
            super().join(timeout)
            if self.trouble:
                raise self.trouble

    thread = Thread(daemon=True)
    thread.start()
    return thread


def dumps(value):
    return json.dumps(value, separators=(",", ":"))


def long(test):
    """Marks a test that run.py --short leaves out."""
    test.is_long = True
    return test


def early(test):
    """Marks a test that takes seconds: run.py starts it before the others."""
    test.is_early = True
    return test

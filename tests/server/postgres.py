"""A PostgreSQL of its own for a test, reached by a socket in a folder."""
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hotaka-postgres-")
        self.programs = max(pathlib.Path("/usr/lib/postgresql").iterdir()) / "bin"
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        os.chmod(self.folder, 0o755)
        self.run("initdb", "-D", "data", "-U", "hotaka", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.run("createdb", "-h", self.folder, "-U", "hotaka", "hotaka")
        self.url = f"postgresql://hotaka@/hotaka?host={self.folder}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *words):
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        subprocess.run([*user, self.programs / program, *words], cwd=self.folder, check=True, timeout=180,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.run("pg_ctl", "start", "-w", "-t", "120", "-D", "data", "-o",
                 f"-c listen_addresses= -c fsync=off -k {self.folder}")

    def stop(self):
        self.run("pg_ctl", "stop", "-w", "-t", "120", "-m", "immediate", "-D", "data")


class SlowWay:
    """Stands between a program and PostgreSQL, and passes each question on after `delay` seconds."""

    def __init__(self, postgres):
        self.delay = 0.0
        self.folder = tempfile.mkdtemp(prefix="hotaka-slow-")
        self.there = os.path.join(postgres.folder, ".s.PGSQL.5432")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen()
        self.url = f"postgresql://hotaka@/hotaka?host={self.folder}"
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(self.there)
            for source, target, is_question in ((near, far, True), (far, near, False)):
                threading.Thread(target=self.pass_on, args=(source, target, is_question), daemon=True).start()

    def pass_on(self, source, target, is_question):
        try:
            while data := source.recv(1 << 16):
                if is_question:
                    time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

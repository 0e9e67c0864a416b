"""A PostgreSQL of its own for a test, reached by a socket in a folder."""
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile


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

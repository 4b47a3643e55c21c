#!/usr/bin/env python3
"""A Synapse on loopback: as a module for the other scripts, as a program for tests in any language.

    Tests/Scripts/matrix/synapse.py [--settings JSON]                    runs a throw-away server, steered by lines on stdin
    Tests/Scripts/matrix/synapse.py … [--servers N] --beside COMMAND …   runs the command beside N servers (1 if not given)

The first prints one line of JSON once the server answers (see `Synapse.description`), then one for each line on stdin:

    {"do": "register", "name": "ann", "password": "…"}    makes an account: {"ok": true, "user_id": "@ann:localhost"}
    {"do": "stop"}, {"do": "kill"}, {"do": "start"}       the server goes away, politely or not, and comes back with
                                                          its data at the same address
    {"do": "measure"}                                     {"ok": true, "resident_kilobytes": …, "started_in": seconds}

When stdin is closed, or this script ends in any other way, the server ends, and nothing stays behind. With `--beside`
the command finds a list of such descriptions in its environment, as INKWELL_SYNAPSE. The servers do not know each other.

`.build/synapse`, made by install.sh, holds the program. `--settings` is laid over the configuration, such as
`{"refreshable_access_token_lifetime": "3s"}`.
"""
import argparse
import base64
import contextlib
import fcntl
import hashlib
import hmac
import itertools
import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
PYTHON = os.path.join(ROOT, '.build/synapse/bin/python')
SERVER_NAME = 'localhost'
PREFIX = 'inkwell-synapse.'
# Well above a start or stop on a busy machine: only a server that hangs is given up.
PATIENCE = 120
# Servers of one process take different cores.
CORES = itertools.cycle(random.sample(sorted(os.sched_getaffinity(0)), len(os.sched_getaffinity(0))))


class Failed(Exception):
    """Synapse did not start, end or answer as it should; the text says what it said."""


class Synapse:
    """A server whose configuration, keys, database and media lie in one folder, which may hold those of an earlier run."""

    def __init__(self, folder: str, port: int = 0, is_kept: bool = False, settings: dict[str, Any] | None = None):
        self.folder = os.path.abspath(folder)
        self.port = port or free_port()
        # The next server must not open kept data before this one has released it.
        self.is_kept = is_kept
        self.settings = settings or {}
        self.core = next(CORES)
        self.process: subprocess.Popen[bytes] | None = None
        self.started_in = 0.0

    @property
    def url(self) -> str:
        return f'http://127.0.0.1:{self.port}'

    @property
    def description(self) -> dict[str, Any]:
        """What tests need to know."""
        return {'url': self.url, 'server_name': SERVER_NAME, 'registration_shared_secret': self._secret('registration'),
                'python': PYTHON, 'scripts': os.path.join(ROOT, 'Tests/Scripts/matrix'), 'folder': self.folder}

    def start(self) -> None:
        """Returns once the server answers."""
        began = time.monotonic()
        self._write_configuration()
        # Synapse notifies systemd when it is ready, which avoids polling.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            name = f'{PREFIX}{secrets.token_hex(8)}'
            ready.bind(f'\0{name}')
            ready.settimeout(0.2)
            with open(self._path('output'), 'wb') as output:
                self.process = subprocess.Popen(
                    # On one core: on two, its threads that wait for Python's lock take half as much time again.
                    ['taskset', '--cpu-list', str(self.core),
                     # Synapse ends with this process, even if this one is killed.
                     'setpriv', '--pdeathsig', 'TERM' if self.is_kept else 'KILL', PYTHON, '-I', '-m', 'synapse.app.homeserver',
                     '--config-path', self._path('homeserver.json')],
                    cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                    # C-c at the terminal goes only to the parent, which decides how the server ends.
                    start_new_session=True, env={**os.environ, 'NOTIFY_SOCKET': f'@{name}'})
            while True:
                with contextlib.suppress(TimeoutError):
                    if ready.recv(256).startswith(b'READY=1'):
                        break
                if self.process.poll() is not None or time.monotonic() > began + PATIENCE:
                    self.kill()
                    with open(self._path('output'), encoding='utf8', errors='replace') as output_file:
                        raise Failed(f'Synapse did not start at {self.url}: {output_file.read()[-2000:]}')
        self.started_in = time.monotonic() - began

    def stop(self) -> None:
        """Ends it as an administrator would: it finishes what it is at."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
                raise Failed('Synapse did not end') from None
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def register(self, name: str, password: str, is_admin: bool = False) -> str:
        """The id of a new account. It needs no open registration, only the secret in the configuration."""
        path = '/_synapse/admin/v1/register'
        nonce = self._request(path)['nonce']
        proof = hmac.new(self._secret('registration').encode(), digestmod=hashlib.sha1)
        proof.update('\0'.join((nonce, name, password, 'admin' if is_admin else 'notadmin')).encode())
        return str(self._request(path, {'nonce': nonce, 'username': name, 'password': password, 'admin': is_admin,
                                        'inhibit_login': True, 'mac': proof.hexdigest()})['user_id'])

    def resident_kilobytes(self) -> int:
        if self.process is None:
            raise Failed('Synapse does not run')
        with open(f'/proc/{self.process.pid}/status', encoding='utf8') as status:
            return next(int(line.split()[1]) for line in status if line.startswith('VmRSS'))

    def _request(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(self.url + path, json.dumps(body).encode() if body else None)
        try:
            # Loopback, so proxies from the environment are ignored.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Failed(f'{path}: {error.code} {error.read(500).decode(errors="replace")}') from None
        except OSError as error:
            raise Failed(f'{path}: {error}') from None

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _secret(self, name: str) -> str:
        """Made once for each folder, readable by its owner only."""
        path = self._path(f'{name}.secret')
        if not os.path.exists(path):
            with open(path, 'w', encoding='utf8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(secrets.token_hex(32))
        with open(path, encoding='utf8') as file:
            return file.read()

    def _write_configuration(self) -> None:
        """Synapse reads YAML, and JSON is YAML."""
        seed = base64.b64encode(bytes.fromhex(self._secret('signing'))).decode().rstrip('=')
        fast = {'per_second': 100_000, 'burst_count': 1_000_000}
        configuration = {
            'server_name': SERVER_NAME,
            'public_baseurl': self.url,
            'listeners': [{'type': 'http', 'bind_addresses': ['127.0.0.1'], 'port': self.port, 'tls': False,
                           'x_forwarded': False, 'resources': [{'names': ['client']}]}],
            # No federation, key servers or reports.
            'trusted_key_servers': [],
            'federation_domain_whitelist': [],
            'report_stats': False,
            'signing_key': f'ed25519 a_test {seed}',
            'macaroon_secret_key': self._secret('macaroon'),
            'form_secret': self._secret('form'),
            'registration_shared_secret': self._secret('registration'),
            # Tests create their own accounts. A kept server has only its initial ones.
            'enable_registration': not self.is_kept,
            'enable_registration_without_verification': not self.is_kept,
            'database': {'name': 'sqlite3', 'args': {'database': self._path('homeserver.db')}},
            'media_store_path': self._path('media'),
            'enable_authenticated_media': True,
            'log_config': self._path('log.json'),
            # Tests make more requests than a person, and 60 ms of password hashing are enough.
            'bcrypt_rounds': 4,
            **{f'rc_{name}': fast for name in ('message', 'registration', 'joins_per_room', 'admin_redaction',
                                               'registration_token_validity', 'reports', 'presence_per_user_limit')},
            'rc_login': {name: fast for name in ('address', 'account', 'failed_attempts')},
            'rc_joins': {name: fast for name in ('local', 'remote')},
            'rc_invites': {name: fast for name in ('per_room', 'per_user', 'per_issuer')},
            'rc_room_creation': fast,
            'rc_media_create': fast,
            'rc_presence': {'per_user': fast},
            # By default no room may be published in the directory.
            'room_list_publication_rules': [{'action': 'allow'}],
            'user_directory': {'enabled': True, 'search_all_users': True},
            # Otherwise the same request gets a cached answer for two minutes, even after new events.
            'caches': {'sync_response_cache_duration': '0s'},
            **self.settings,
        }
        log = {
            'version': 1, 'disable_existing_loggers': False,
            'formatters': {'plain': {'format': '%(asctime)s %(levelname)s %(name)s %(message)s'}},
            'handlers': {'file': {'class': 'logging.FileHandler', 'formatter': 'plain', 'filename': self._path('homeserver.log')}},
            'root': {'level': 'WARNING', 'handlers': ['file']},
        }
        for name, content in (('homeserver.json', configuration), ('log.json', log)):
            with open(self._path(name), 'w', encoding='utf8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                json.dump(content, file, indent=1)


def free_port() -> int:
    """A port below those that the system gives to clients.

    From among those, a client that tries to reach a server while it is away could be connected to itself.
    """
    for _ in range(1000):
        port = random.randrange(20_000, 30_000)
        if is_free(port):
            return port
    raise Failed('no free port on loopback')


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(('127.0.0.1', port))
        except OSError:
            return False
        return True


@contextlib.contextmanager
def throw_away_folder() -> Iterator[str]:
    """A folder in memory where there is such a place; afterwards it is gone.

    A run that was killed cannot take its folder away, so the next run does: the lock of a folder lasts as long as its run.
    """
    is_roomy = os.access('/dev/shm', os.W_OK) and shutil.disk_usage('/dev/shm').free > 256 << 20
    base = '/dev/shm' if is_roomy else tempfile.gettempdir()
    with contextlib.ExitStack() as stack:
        # The cleanup must not see a folder between its creation and its lock.
        everybody = os.open(base, os.O_RDONLY)
        try:
            fcntl.flock(everybody, fcntl.LOCK_EX)
            for entry in os.scandir(base):
                if entry.name.startswith(PREFIX) and entry.stat(follow_symlinks=False).st_uid == os.getuid():
                    with contextlib.suppress(OSError):
                        lock = os.open(entry.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                        try:
                            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                            shutil.rmtree(entry.path)
                        finally:
                            os.close(lock)
            folder = tempfile.mkdtemp(prefix=PREFIX, dir=base)
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
        finally:
            os.close(everybody)
        stack.callback(shutil.rmtree, folder)
        yield folder


@contextlib.contextmanager
def throw_away(settings: dict[str, Any] | None = None) -> Iterator[Synapse]:
    """A running server of which nothing stays behind."""
    with throw_away_folder() as folder:
        for attempt in range(3):
            synapse = Synapse(folder, settings=settings)
            try:
                synapse.start()
                break
            except Failed:
                # Another process may have taken the port meanwhile.
                if attempt == 2 or is_free(synapse.port):
                    raise
        try:
            yield synapse
        finally:
            synapse.kill()


def end_on_signals() -> None:
    """A signal runs what `finally` and `with` promise."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


def carry_out(synapse: Synapse, order: dict[str, Any]) -> dict[str, Any]:
    match order.get('do'):
        case 'register':
            return {'user_id': synapse.register(order['name'], order['password'], order.get('admin', False))}
        case 'stop':
            synapse.stop()
        case 'kill':
            synapse.kill()
        case 'start':
            if synapse.process is None:
                synapse.start()
        case 'measure':
            return {'resident_kilobytes': synapse.resident_kilobytes(), 'started_in': round(synapse.started_in, 3)}
        case other:
            raise Failed(f'nothing is called {other!r}')
    return {}


def serve(synapse: Synapse) -> None:
    print(json.dumps(synapse.description), flush=True)
    for line in sys.stdin:
        try:
            answer = {'ok': True, **carry_out(synapse, json.loads(line))}
        except (Failed, ValueError, KeyError) as error:
            answer = {'ok': False, 'error': f'{type(error).__name__}: {error}'}
        print(json.dumps(answer), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description='A throw-away Synapse on loopback.')
    parser.add_argument('--settings', type=json.loads, default={}, metavar='JSON', help='laid over the configuration')
    parser.add_argument('--servers', type=int, default=1, metavar='N', help='how many run beside the command')
    parser.add_argument('--beside', nargs=argparse.REMAINDER, default=[], metavar='COMMAND')
    options = parser.parse_args()
    end_on_signals()
    try:
        with contextlib.ExitStack() as stack:
            servers = [stack.enter_context(throw_away(options.settings)) for _ in range(options.servers)]
            if options.beside:
                descriptions = json.dumps([synapse.description for synapse in servers])
                return subprocess.run(options.beside, env={**os.environ, 'INKWELL_SYNAPSE': descriptions}).returncode
            serve(servers[0])
    except Failed as error:
        print(f'synapse: {error}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
"""Runs RecoveryProbe against a throw-away Synapse on loopback.

    .build/synapse/bin/python Tests/Scripts/recovery-live.py [PROBE]

The probe writes requests as lines of JSON, and this script performs them. `recovery_oracle.py` is the other client. The scripts
that start Synapse are in Tests/Scripts/matrix, or in the folder that MATRIX_SCRIPTS names.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ.get('MATRIX_SCRIPTS', os.path.join(HERE, 'matrix')))

import recovery_oracle as oracle  # noqa: E402
from account import Account, Refused  # noqa: E402
from synapse import Synapse  # noqa: E402

PROBE = os.path.join(HERE, '../../.build/debug/RecoveryProbe')
PASSWORD = 'a password'


def answer(command: dict[str, Any], server: Synapse, accounts: dict[str, Account]) -> dict[str, Any]:
    name = command['device']
    if command['do'] == 'login':
        accounts[name] = Account(server.url, name.split('/')[0], PASSWORD)
        who = accounts[name].ask('GET', 'account/whoami')
        return {'status': 200, 'body': who}
    account = accounts[name]
    if command['do'] == 'inspect':
        oracle.inspect(account, command['recovery_key'], command['devices'])
        return {'status': 200, 'body': {}}
    if command['do'] == 'furnish':
        oracle.furnish(account, command['passphrase'], command)
        return {'status': 200, 'body': {}}
    path = '/'.join(urllib.parse.quote(segment, safe='') for segment in command['path'])
    if command['query']:
        path += '?' + urllib.parse.urlencode(command['query'])
    body = command.get('body')
    began = time.monotonic()
    try:
        result, status = account.ask(command['method'], path, body), 200
    except Refused as refused:
        result, status = {'errcode': refused.code}, refused.status
        if status == 401 and command['password']:
            user = {'type': 'm.id.user', 'user': account.id}
            auth = {'type': 'm.login.password', 'identifier': user, 'password': PASSWORD}
            result, status = account.ask(command['method'], path, {**body, 'auth': auth}), 200
    return {'status': status, 'body': result, 'milliseconds': (time.monotonic() - began) * 1000}


def main() -> int:
    probe = sys.argv[1] if len(sys.argv) > 1 else PROBE
    with tempfile.TemporaryDirectory() as folder:
        server = Synapse(folder)
        server.start()
        try:
            for name in ('ann', 'bob', 'cat'):
                server.register(name, PASSWORD)
            with subprocess.Popen([probe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdin and process.stdout
                accounts: dict[str, Account] = {}
                for line in process.stdout:
                    print(json.dumps(answer(json.loads(line), server, accounts)), file=process.stdin, flush=True)
            return process.returncode
        finally:
            server.kill()


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the encryption machine against a throw-away Synapse on loopback, with matrix-nio as the other person.

    .build/synapse/bin/python Tests/Scripts/machine-live.py [PROBE]

PROBE is the built MachineProbe. The scripts that start Synapse are in Tests/Scripts/matrix, or in the folder that MATRIX_SCRIPTS
names. nio has no cross-signing, so its device is on the machine's list of exceptions.
"""
import asyncio
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ.get('MATRIX_SCRIPTS', os.path.join(HERE, 'matrix')))

import nio  # noqa: E402
from account import Account, Refused  # noqa: E402
from synapse import Synapse  # noqa: E402

PASSWORD = 'a password'
checks = 0


def check(holds: bool, what: str) -> None:
    global checks
    if not holds:
        sys.exit(f'WRONG: {what}')
    checks += 1


class Machine:
    """The service around a machine: it performs what the machine asks for."""

    def __init__(self, probe: str, folder: str, account: Account, device: str):
        self.arguments = [probe, f'{folder}/keys.db', account.id, device]
        self.account, self.device, self.since, self.sent = account, device, None, 0
        self.events: list[dict[str, Any]] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __call__(self, do: str, **fields: Any) -> Any:
        self.process.stdin.write(json.dumps({'do': do, **fields}) + '\n')
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": "ended"}')
        check('error' not in answer, f'{do}: {answer}')
        return answer['ok']

    def perform(self, requests: list[dict[str, Any]]) -> list[list[str]]:
        for number, request in enumerate(requests):
            path = '/'.join(urllib.parse.quote(part, safe='') for part in request['path'])
            try:
                self('answer', number=number, answer=self.account.ask(request['method'], path, request['body']))
            except Refused as refused:
                self('refused', number=number, status=refused.status)
        return [request['path'] for request in requests]

    def upkeep(self) -> list[list[str]]:
        paths: list[list[str]] = []
        while done := self.perform(self('requests')):
            paths += done
        return paths

    def sync(self) -> dict[str, Any]:
        since = f'&since={urllib.parse.quote(self.since)}' if self.since else ''
        answer = self.account.ask('GET', f'sync?timeout=0{since}')
        refused = self('sync', sync=answer, since=self.since)
        check(refused == '[]', f'messages to the device: {refused}')
        self.since = answer['next_batch']
        for room, part in answer.get('rooms', {}).get('join', {}).items():
            self.events += [{'room': room, **event} for event in part['timeline']['events']]
        self.upkeep()
        return answer

    def read(self, event: dict[str, Any]) -> dict[str, Any]:
        fields = dict(room=event['room'], id=event['event_id'], sender=event['sender'], content=event['content'])
        opened = self('decrypt', **fields)
        if opened.get('reason') == 'unknownDevice':
            # Now its list is asked for.
            self.upkeep()
            opened = self('decrypt', **fields)
        return opened

    def send(self, room: str, users: list[str], content: dict[str, Any]) -> str:
        while self.perform(self('prepare', room=room, users=users)):
            pass
        self.sent += 1
        event = self('encrypt', room=room, users=users, type='m.room.message', content=content, txn=f't{self.sent}')
        path = f'rooms/{urllib.parse.quote(room)}/send/m.room.encrypted/t{self.sent}'
        # A retry sends the same bytes and is the same event.
        ids = {self.account.ask('PUT', path, event)['event_id'] for _ in range(2)}
        check(len(ids) == 1, 'a retry is one event')
        self('sent', txn=f't{self.sent}')
        return ids.pop()


async def other_person(url: str, user: str, folder: str) -> nio.AsyncClient:
    client = nio.AsyncClient(
        url, user, store_path=folder, config=nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=True))
    check(isinstance(await client.login(PASSWORD), nio.LoginResponse), 'nio signs in')
    await sync(client, full_state=True)
    return client


async def sync(client: nio.AsyncClient, **options: Any) -> None:
    """What nio's own loop does in one round."""
    await client.send_to_device_messages()
    await client.sync(timeout=200, **options)
    if client.should_upload_keys:
        await client.keys_upload()
    if client.should_query_keys:
        await client.keys_query()
    if client.should_claim_keys:
        await client.keys_claim(client.get_users_for_key_claiming())


async def until(client: nio.AsyncClient, machine: Machine, holds: Any, what: str) -> None:
    for _ in range(20):
        await sync(client)
        machine.sync()
        if holds():
            return
    check(False, what)


async def talk(server: Synapse, probe: str, folder: str) -> None:
    for name in ('ann', 'ben'):
        server.register(name, PASSWORD)
    account = Account(server.url, 'ann', PASSWORD)
    device = account.ask('GET', 'account/whoami')['device_id']
    machine = Machine(probe, folder, account, device)
    machine.upkeep()
    counts = machine.sync()['device_one_time_keys_count']
    check(counts['signed_curve25519'] == 50, f'one-time keys {counts}')
    ben = await other_person(server.url, '@ben:localhost', folder)
    texts: dict[str, str] = {}
    ben.add_event_callback(lambda room, event: texts.__setitem__(event.event_id, event.body), nio.RoomMessageText)

    encryption = {'type': 'm.room.encryption', 'state_key': '', 'content': {'algorithm': 'm.megolm.v1.aes-sha2'}}
    room = (await ben.room_create(invite=[account.id], initial_state=[encryption])).room_id
    account.join(room)
    users = [account.id, ben.user_id]
    await until(ben, machine, lambda: account.id in getattr(ben.rooms.get(room), 'users', {}), 'ben sees ann')

    async def say(text: str) -> str:
        answer = await ben.room_send(room, 'm.room.message', {'msgtype': 'm.text', 'body': text}, ignore_unverified_devices=True)
        check(isinstance(answer, nio.RoomSendResponse), f'nio sends: {answer}')
        return str(answer.event_id)

    def event(id: str) -> dict[str, Any]:
        return next(event for event in machine.events if event['event_id'] == id)

    async def both_ways(label: str) -> None:
        theirs = await say(f'{label} from nio')
        await until(ben, machine, lambda: any(e['event_id'] == theirs for e in machine.events), 'ann gets the event')
        opened = machine.read(event(theirs))
        check(opened.get('content', {}).get('body') == f'{label} from nio', f'{label}: read of nio {opened}')
        ours = machine.send(room, users, {'msgtype': 'm.text', 'body': f'{label} from us'})
        await until(ben, machine, lambda: ours in texts, f'{label}: nio reads')
        check(texts[ours] == f'{label} from us', f'{label}: text at nio')
        check(machine.read(event(ours))['content']['body'] == f'{label} from us', f'{label}: own echo')

    # Before the exception: nothing to nio's device, nothing shown from it.
    first = await say('hidden')
    await until(ben, machine, lambda: any(e['event_id'] == first for e in machine.events), 'ann gets the first event')
    check(machine.read(event(first)).get('reason', '').startswith('hidden'), f'an unsigned device is hidden {machine.read(event(first))}')
    check(machine('devices', user=ben.user_id) == {ben.device_id: 'unsigned'}, 'the list has the device')
    withheld = machine.send(room, users, {'msgtype': 'm.text', 'body': 'not for ben'})
    await until(ben, machine, lambda: any(e['event_id'] == withheld for e in machine.events), 'the event comes back')
    check(withheld not in texts, 'an unsigned device gets no key')

    machine('except', user=ben.user_id, device=ben.device_id)
    check(machine.read(event(first))['content']['body'] == 'hidden', 'the exception shows it')
    for turn in range(3):
        await both_ways(f'turn {turn}')
    machine.kill()
    machine.start()
    await both_ways('after a kill')

    # An older database: new sessions, old keys of the server are used up by claiming them ourselves.
    machine.kill()
    for end in ('', '-wal', '.guard'):
        shutil.copyfile(f'{folder}/keys.db{end}', f'{folder}/copy{end}')
    machine.start()
    await both_ways('newer than the copy')
    machine.kill()
    os.unlink(f'{folder}/keys.db-shm')
    for end in ('', '-wal'):
        with open(f'{folder}/copy{end}', 'rb') as copy, open(f'{folder}/keys.db{end}', 'r+b') as database:
            database.truncate()
            database.write(copy.read())
    machine.start()
    check(machine('put back') is True, 'the older database is noticed')
    paths = machine.upkeep()
    claims = paths.count(['keys', 'claim'])
    check(claims >= 45, f'{claims} claims of own keys')
    check(machine.sync()['device_one_time_keys_count']['signed_curve25519'] == 50, 'new one-time keys')
    ours = machine.send(room, users, {'msgtype': 'm.text', 'body': 'after the older database'})
    await until(ben, machine, lambda: ours in texts, 'nio reads after the older database')
    # nio begins a new room session only later, so the key it shared is asked of it by a new one of ours.
    ben.invalidate_outbound_session(room)
    await both_ways('in the end')
    machine.kill()
    await ben.close()


def main() -> None:
    logging.disable(logging.CRITICAL)
    probe = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../.build/debug/MachineProbe'))
    with tempfile.TemporaryDirectory(prefix='machine-live-') as folder:
        server = Synapse(os.path.join(folder, 'server'))
        os.makedirs(server.folder, exist_ok=True)
        server.start()
        try:
            asyncio.run(talk(server, probe, folder))
        finally:
            server.kill()
    print(f'{checks} checks')


main()

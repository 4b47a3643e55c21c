#!/usr/bin/env python3
"""Checks the Synapse that the tests get, what `make server` makes of one, and the client of the interop tests.

    .build/synapse/bin/python Tests/Scripts/matrix/check.py [-k NAME]

What is checked here is what the tests of our own service take for granted.
"""
import base64
import json
import os
import re
import select
import signal
import subprocess
import sys
import unittest
from typing import Any

from account import Account, Refused, in_thread, instead_of, mentioning, quoted, request
from synapse import PYTHON, Synapse, free_port, throw_away, throw_away_folder

FOLDER = os.path.dirname(os.path.abspath(__file__))
server: Synapse
names = (f'p{number}' for number in range(1000))


def somebody() -> Account:
    """A new account: no check sees another's people."""
    name = next(names)
    server.register(name, 'secret')
    return Account(server.url, name, 'secret')


def events(answer: dict[str, Any], room: str) -> list[dict[str, Any]]:
    return answer['rooms']['join'][room]['timeline']['events'] if room in answer.get('rooms', {}).get('join', {}) else []


def children(process: int) -> list[int]:
    with open(f'/proc/{process}/task/{process}/children', encoding='utf8') as file:
        return [int(child) for child in file.read().split()]


class Lines:
    """A script that answers lines of JSON."""

    def __init__(self, script: str, *arguments: str):
        self.process = subprocess.Popen([PYTHON, os.path.join(FOLDER, script), *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, do: str, **order: Any) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({'do': do, **order}) + '\n')
        self.process.stdin.flush()
        return self.read()

    def good(self, do: str, **order: Any) -> dict[str, Any]:
        answer = self.ask(do, **order)
        assert answer['ok'], answer['error']
        return answer

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def end(self) -> int:
        self.process.communicate()
        return self.process.returncode


class ServerTests(unittest.TestCase):
    def test_one_sends_and_the_other_sees_it(self) -> None:
        ann, ben = somebody(), somebody()
        room = ann.create(preset='private_chat', invite=[ben.id])
        ben.join(room)
        ben.sync()
        event = ann.say(room, 'hello')
        seen = ben.sync_until(lambda answer: [one for one in events(answer, room) if one['event_id'] == event])
        self.assertEqual((seen[0]['sender'], seen[0]['content']['body']), (ann.id, 'hello'))

    def test_nobody_is_slowed_down(self) -> None:
        ann = somebody()
        room = ann.create()
        for number in range(40):
            ann.say(room, str(number))
        for _ in range(10):
            with self.assertRaises(Refused) as refused:
                Account(server.url, ann.id, 'wrong')
            self.assertEqual(refused.exception.status, 403)

    def test_rooms_can_be_published(self) -> None:
        room = somebody().create(name='Open', visibility='public', preset='public_chat')
        found = somebody().ask('POST', 'publicRooms', {'filter': {'generic_search_term': 'open'}})
        self.assertIn(room, [one['room_id'] for one in found['chunk']])

    def test_the_same_question_is_answered_anew(self) -> None:
        ann = somebody()
        room = ann.create()
        ann.sync()
        since, seen = ann.position, []
        for words in ('one', 'two'):
            ann.say(room, words)
            ann.position = since
            seen = [event['content'].get('body') for event in events(ann.sync(), room)]
        self.assertEqual(seen[-2:], ['one', 'two'])

    def test_anybody_may_register(self) -> None:
        answer = request(server.url, 'POST', '/_matrix/client/v3/register', {
            'username': 'newcomer', 'password': 'x', 'auth': {'type': 'm.login.dummy'}})
        self.assertEqual(answer['user_id'], '@newcomer:localhost')

    def test_it_knows_no_other_server(self) -> None:
        for path in ('/_matrix/federation/v1/version', '/_matrix/key/v2/server'):
            with self.assertRaises(Refused):
                request(server.url, 'GET', path)


class ScriptTests(unittest.TestCase):
    def test_it_goes_away_and_comes_back(self) -> None:
        synapse = Lines('synapse.py')
        about = synapse.read()
        self.assertEqual(synapse.good('register', name='ann', password='x')['user_id'], '@ann:localhost')
        ann = Account(about['url'], 'ann', 'x')
        room = ann.create()
        for ending in ('stop', 'kill'):
            event = ann.say(room, ending)
            synapse.good(ending)
            with self.assertRaises(OSError):
                ann.sync()
            synapse.good('start')
            kept = ann.ask('GET', f'rooms/{quoted(room)}/event/{quoted(event)}')
            self.assertEqual(kept['content']['body'], ending)
        self.assertGreater(synapse.good('measure')['resident_kilobytes'], 1000)
        self.assertFalse(synapse.ask('dance')['ok'])
        self.assertEqual(synapse.end(), 0)

    def test_settings_are_laid_over(self) -> None:
        synapse = Lines('synapse.py', '--settings', '{"refreshable_access_token_lifetime": "2s"}')
        url = synapse.read()['url']
        synapse.good('register', name='ann', password='x')
        answer = request(url, 'POST', '/_matrix/client/v3/login', {
            'type': 'm.login.password', 'identifier': {'type': 'm.id.user', 'user': 'ann'}, 'password': 'x', 'refresh_token': True})
        self.assertIn('refresh_token', answer)
        self.assertTrue(0 < answer['expires_in_ms'] <= 2000)  # the remaining time
        self.assertEqual(synapse.end(), 0)

    def test_nothing_stays_behind(self) -> None:
        for ending in (None, signal.SIGTERM, signal.SIGKILL):
            synapse = Lines('synapse.py')
            synapse.read()
            [inner] = children(synapse.process.pid)
            folder, handle = os.readlink(f'/proc/{inner}/cwd'), os.pidfd_open(inner)
            self.assertTrue(os.path.exists(os.path.join(folder, 'homeserver.db')))
            if ending:
                synapse.process.send_signal(ending)
            synapse.end()
            self.assertTrue(select.select([handle], [], [], 60)[0], f'the server outlived its script: {ending}')
            os.close(handle)
            if ending == signal.SIGKILL:
                # The folder could not be removed; the next server removes it.
                with throw_away_folder() as other:
                    self.assertNotEqual(folder, other)
            self.assertFalse(os.path.exists(folder), ending)
        self.assertTrue(os.path.exists(server.folder))  # the folder of a running server is kept

    def test_a_command_runs_beside_it(self) -> None:
        script = 'import json, os, sys; sys.exit(7 if json.loads(os.environ["INKWELL_SYNAPSE"])[0]["url"] else 1)'
        ended = subprocess.run([PYTHON, os.path.join(FOLDER, 'synapse.py'), '--beside', PYTHON, '-c', script])
        self.assertEqual(ended.returncode, 7)


class KeptServerTests(unittest.TestCase):
    def test_it_keeps_what_was_said(self) -> None:
        with throw_away_folder() as folder:
            data, port, passwords = os.path.join(folder, 'data'), str(free_port()), list[Any]()
            for arguments in ([], [], ['--fresh']):
                kept = subprocess.Popen([PYTHON, os.path.join(FOLDER, 'server.py'), '--port', port, '--data', data, *arguments],
                                        stdout=subprocess.PIPE, text=True)
                self.addCleanup(kept.terminate)  # in case a later step fails
                assert kept.stdout
                shown = ''
                while 'C-c' not in shown and (line := kept.stdout.readline()):
                    shown += line
                people = re.findall(r'inkwell --login (\w+) --server (\S+) +password: (\w+)', shown)
                self.assertEqual([person[0] for person in people], ['ann', 'ben'], shown)
                ben = Account(people[1][1], 'ben', people[1][2])
                rooms = ben.sync()['rooms']
                self.assertEqual((len(rooms['join']), len(rooms['invite'])), (3, 1))
                self.assertEqual(ben.ask('POST', 'publicRooms', {})['total_room_count_estimate'], 2)
                said = [event['content'].get('body') for room in rooms['join'] for event in events({'rooms': rooms}, room)]
                # Only the second server finds the account of the first.
                self.assertEqual('still here' in said, passwords[-1:] == [people])
                ben.say(next(iter(rooms['join'])), 'still here')
                with self.assertRaises(Refused):  # a kept server has no registration
                    request(ben.url, 'POST', '/_matrix/client/v3/register', {
                        'username': 'newcomer', 'password': 'x', 'auth': {'type': 'm.login.dummy'}})
                passwords.append(people)
                kept.send_signal(signal.SIGINT)
                self.assertIn('has ended', kept.communicate()[0])
                self.assertEqual(kept.returncode, 0)
            self.assertEqual(passwords[0], passwords[1])
            self.assertNotEqual(passwords[1], passwords[2])


class ClientTests(unittest.TestCase):
    """matrix-nio on one side, plain requests on the other, so that nothing is only agreed between two of one kind."""

    def setUp(self) -> None:
        self.ann = somebody()
        name = next(names)
        server.register(name, 'secret')
        self.nio = Lines('nio_client.py')
        self.ben = self.nio.good('login', url=server.url, user=name, password='secret', device='nio')['user']
        self.room = self.ann.create(name='Both', topic='of us', preset='private_chat', invite=[self.ben])

    def tearDown(self) -> None:
        self.assertEqual(self.nio.end(), 0)

    def join(self) -> None:
        self.nio.good('join', room=self.room)
        self.ann.sync()

    def shows(self, **message: Any) -> dict[str, Any]:
        return self.nio.good('until', room=self.room, shows={'messages': [message]})['message']

    def seen(self, event: str) -> dict[str, Any]:
        """The event as the server gives it to the other one."""
        found = self.ann.sync_until(lambda answer: [one for one in events(answer, self.room) if one['event_id'] == event])
        return found[0]

    def test_invitations(self) -> None:
        room = self.nio.good('until', room=self.room, shows={'membership': 'invite'})['room']
        self.assertEqual((room['inviter'], room['messages']), (self.ann.id, []))
        self.assertEqual(self.nio.good('invited', name='Both')['room']['id'], self.room)
        self.join()
        room = self.nio.good('until', room=self.room, shows={'membership': 'join', 'members': [self.ann.id, self.ben]})['room']
        self.assertEqual((room['name'], room['topic']), ('Both', 'of us'))
        other = self.nio.good('create', name='Mine', invite=[self.ann.id])['room']
        self.ann.sync_until(lambda answer: other in answer.get('rooms', {}).get('invite', {}))
        self.nio.good('leave', room=other)
        self.nio.good('until', room=other, shows={'membership': None})

    def test_what_it_reads(self) -> None:
        self.join()
        html = f'<a href="https://matrix.to/#/{self.ben}">Ben</a>, <b>look</b>'
        first = self.ann.say(self.room, 'Ben, look', format='org.matrix.custom.html', formatted_body=html, **mentioning(self.ben))
        shown = self.shows(event=first)
        self.assertEqual((shown['kind'], shown['body'], shown['html'], shown['mentions'], shown['edited']),
                         ('text', 'Ben, look', html, [self.ben], False))
        reply = self.ann.say(self.room, 'in a thread', **in_thread(first))
        self.assertEqual((self.shows(event=reply)['thread'], self.shows(event=reply)['reply']), (first, None))
        reaction = self.ann.react(self.room, first, '👍')
        self.shows(event=first, reactions={'👍': [self.ann.id]})
        self.ann.ask('PUT', f'rooms/{quoted(self.room)}/redact/{quoted(reaction)}/r1', {})
        self.nio.good('until', room=self.room, shows={'messages': [{'event': first}]})
        self.ann.send(self.room, instead_of(first, 'Ben, see'))
        shown = self.shows(event=first, edited=True)
        self.assertEqual((shown['body'], shown['content']['body'], shown['reactions']), ('Ben, see', 'Ben, see', {}))
        self.ann.ask('PUT', f'rooms/{quoted(self.room)}/redact/{quoted(first)}/r2', {})
        self.assertIsNone(self.shows(event=first, kind='redacted')['body'])
        url = self.ann.upload('a.txt', b'abc')
        file = self.ann.send(self.room, {'msgtype': 'm.file', 'body': 'see', 'filename': 'a.txt', 'url': url,
                                         'info': {'mimetype': 'text/plain', 'size': 3}})
        self.assertEqual(self.shows(event=file)['file'], {'url': url, 'name': 'a.txt', 'type': 'text/plain', 'size': 3})
        self.assertEqual(base64.b64decode(self.nio.good('download', url=url)['data']), b'abc')
        # An event that violates its schema counts as bad, so that our own cannot pass unnoticed.
        bad = self.ann.send(self.room, {'msgtype': 'm.file', 'body': 'nowhere'})
        self.assertEqual(self.shows(event=bad)['kind'], 'bad')

    def test_what_it_writes(self) -> None:
        self.join()
        first = self.nio.good('send', room=self.room, body='Ann, look', html='<b>Ann</b>, look', mentions=[self.ann.id])['event']
        content = self.seen(first)['content']
        self.assertEqual((content['msgtype'], content['body'], content['formatted_body'], content['m.mentions']),
                         ('m.text', 'Ann, look', '<b>Ann</b>, look', {'user_ids': [self.ann.id]}))
        edit = self.nio.good('edit', room=self.room, event=first, body='Ann, see')['event']
        content = self.seen(edit)['content']
        self.assertEqual((content['m.new_content']['body'], content['m.relates_to']),
                         ('Ann, see', {'rel_type': 'm.replace', 'event_id': first}))
        reply = self.nio.good('send', room=self.room, body='well', reply=first)['event']
        self.assertEqual(self.seen(reply)['content']['m.relates_to'], {'m.in_reply_to': {'event_id': first}})
        inner = self.nio.good('send', room=self.room, body='inside', thread=first)['event']
        self.assertEqual(self.seen(inner)['content']['m.relates_to']['rel_type'], 'm.thread')
        reaction = self.nio.good('react', room=self.room, event=first, key='🎉')['event']
        self.assertEqual(self.seen(reaction)['content']['m.relates_to']['key'], '🎉')
        file = self.nio.good('file', room=self.room, name='b.bin', type='application/octet-stream', caption='here',
                             data=base64.b64encode(bytes(range(256))).decode())
        content = self.seen(file['event'])['content']
        self.assertEqual((content['msgtype'], content['body'], content['filename'], content['info']['size'], content['url']),
                         ('m.file', 'here', 'b.bin', 256, file['url']))
        redaction = self.nio.good('redact', room=self.room, event=first)['event']
        self.assertEqual(self.seen(redaction)['content']['redacts'], first)
        self.shows(event=first, kind='redacted')
        raw = self.nio.good('raw', room=self.room, type='chat.inkwell.test', content={'a': 1})['event']
        self.assertEqual(self.seen(raw)['content'], {'a': 1})
        self.assertFalse(self.nio.ask('send', room='!nowhere', body='x')['ok'])

    def test_typing_and_receipts(self) -> None:
        self.join()
        first = self.ann.say(self.room, 'one')
        typing = f'rooms/{quoted(self.room)}/typing/{quoted(self.ann.id)}'
        self.ann.ask('PUT', typing, {'typing': True, 'timeout': 30000})
        self.nio.good('until', room=self.room, shows={'typing': [self.ann.id]})
        self.ann.ask('PUT', typing, {'typing': False})
        self.nio.good('until', room=self.room, shows={'typing': []})
        self.ann.ask('POST', f'rooms/{quoted(self.room)}/receipt/m.read/{quoted(first)}', {'thread_id': 'main'})
        self.nio.good('until', room=self.room, shows={'receipts': {self.ann.id: {'main': first}}})

        def ephemeral(kind: str) -> dict[str, Any]:
            return self.ann.sync_until(lambda answer: [
                event['content'] for event in answer.get('rooms', {}).get('join', {}).get(self.room, {}).get(
                    'ephemeral', {}).get('events', []) if event['type'] == kind])[-1]
        self.nio.good('typing', room=self.room, on=True)
        self.assertEqual(ephemeral('m.typing'), {'user_ids': [self.ben]})
        self.nio.good('read', room=self.room, event=first)
        self.assertIn(self.ben, ephemeral('m.receipt')[first]['m.read'])

    def test_history(self) -> None:
        said = [self.ann.say(self.room, str(number)) for number in range(150)]
        self.join()
        before = self.nio.good('shows', room=self.room)['room']['messages']
        self.assertLess(len(before), 150)
        while self.nio.good('history', room=self.room)['more']:
            pass
        shown = self.nio.good('shows', room=self.room)['room']['messages']
        self.assertEqual([message['event'] for message in shown], said)

    def test_encrypted_rooms(self) -> None:
        name = next(names)
        server.register(name, 'secret')
        other = Lines('nio_client.py')
        other.good('login', url=server.url, user=name, password='secret')
        room = self.nio.good('create', name='Secret', encrypted=True, invite=[f'@{name}:localhost', self.ann.id])['room']
        other.good('join', room=room)
        self.ann.join(room)
        self.nio.good('until', room=room, shows={'members': [f'@{name}:localhost', self.ann.id]})
        event = self.nio.good('send', room=room, body='nobody else may read this')['event']
        shown = other.good('until', room=room, shows={'messages': [{'event': event}]})['message']
        self.assertEqual((shown['kind'], shown['body']), ('text', 'nobody else may read this'))
        # A client without the keys sees that there is a message.
        seen = self.ann.sync_until(lambda answer: [one for one in events(answer, room) if one['event_id'] == event])
        self.assertEqual((seen[0]['type'], 'body' in seen[0]['content']), ('m.room.encrypted', False))
        self.assertEqual(other.end(), 0)


def main() -> int:
    global server
    with throw_away() as server:
        ran = unittest.main(argv=[sys.argv[0], *sys.argv[1:]], exit=False, verbosity=1).result
        print(f'Synapse started in {server.started_in:.1f} s and holds {server.resident_kilobytes() // 1024} MB')
    failed, skipped = len(ran.failures) + len(ran.errors), len(ran.skipped)
    print(f'tests: {ran.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped')
    return 1 if failed or not ran.testsRun else 0


if __name__ == '__main__':
    sys.exit(main())

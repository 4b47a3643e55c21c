#!/usr/bin/env python3
"""A Matrix server on loopback for trying things by hand, with two people, a few rooms, and something said in them.

    make server                       the same server again, with what was said there
    make server ARGS=--fresh          begins anew
    make server ARGS="--port 8009"    where 8008 is taken

It runs until C-c. Server, people and passwords lie in .build/synapse-data.
"""
import argparse
import fcntl
import json
import os
import secrets
import shutil
import signal
import sys
from typing import Any

from account import Account, in_reply_to, in_thread, instead_of, mentioning, quoted
from synapse import ROOT, Failed, Synapse, is_free

DATA = os.path.join(ROOT, '.build/synapse-data')


def furnish(ann: Account, ben: Account) -> None:
    """A few rooms in which there is at least one of everything."""
    ann.named('Ann Lindqvist')
    ben.named('Ben Okafor')

    general = ann.create(name='General', topic='Whatever belongs nowhere else', preset='public_chat',
                         visibility='public', room_alias_name='general')
    ben.join(general)
    ann.say(general, 'Good morning! Is anybody here yet?')
    hello = ben.say(general, 'Ann, I am. The coffee is ready.', format='org.matrix.custom.html',
                    formatted_body=f'<a href="https://matrix.to/#/{ann.id}">Ann</a>, I am. The <b>coffee</b> is ready.',
                    **mentioning(ann.id))
    ann.react(general, hello, '☕')
    ann.react(general, hello, '👍')
    plan = ann.say(general, 'Shall we walk along the river at noon?')
    for person, words in ((ben, 'Gladly, if it stays dry.'), (ann, 'It will, until three.'), (ben, 'Then noon it is.')):
        person.say(general, words, **in_thread(plan))
    ben.say(general, 'That was quick, by the way.', **in_reply_to(hello))
    typo = ann.say(general, 'See you at the brigde.')
    ann.send(general, instead_of(typo, 'See you at the bridge.'))
    slip = ben.say(general, 'This was meant for somebody else.')
    ben.ask('PUT', f'rooms/{quoted(general)}/redact/{quoted(slip)}/slip', {})
    ann.ask('PUT', f'rooms/{quoted(general)}/state/m.room.pinned_events/', {'pinned': [plan]})

    garden = ben.create(name='Garden', topic='Beds, seeds and who waters them', preset='private_chat', invite=[ann.id])
    ann.join(garden)
    for number in range(1, 31):
        (ann if number % 3 else ben).say(garden, f'Row {number} is dug.')
    notes = 'beans\npeas\nmarigolds\n'.encode()
    ben.send(garden, {'msgtype': 'm.file', 'body': 'What we still need', 'filename': 'seeds.txt',
                      'url': ben.upload('seeds.txt', notes), 'info': {'mimetype': 'text/plain', 'size': len(notes)}})
    ben.say(garden, 'Ann, could you bring the seeds?', **mentioning(ann.id))

    both = ann.create(preset='trusted_private_chat', is_direct=True, invite=[ben.id])
    ben.join(both)
    for one, other in ((ann, ben), (ben, ann)):
        one.ask('PUT', f'user/{quoted(one.id)}/account_data/m.direct', {other.id: [both]})
    ann.say(both, 'Between the two of us: the cake is for Friday.')

    # A room that Ben is invited to, and one that is only in the directory.
    ann.create(name='Book club', topic='One book a month', preset='private_chat', invite=[ben.id])
    ann.say(ann.create(name='Harbour news', preset='public_chat', visibility='public', room_alias_name='harbour'),
            'The ferry runs again.')


def people(synapse: Synapse) -> dict[str, Any]:
    """The passwords by name. The file is written last: a world that was not finished is not used."""
    path = os.path.join(synapse.folder, 'people.json')
    if not os.path.exists(path):
        passwords = {name: secrets.token_hex(4) for name in ('ann', 'ben')}
        for name, password in passwords.items():
            synapse.register(name, password)
        furnish(*(Account(synapse.url, name, password) for name, password in passwords.items()))
        with open(path, 'w', encoding='utf8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(passwords, file)
    with open(path, encoding='utf8') as file:
        return json.load(file)


def main() -> int:
    parser = argparse.ArgumentParser(prog='make server', description='A Matrix server on loopback, for trying things by hand.')
    parser.add_argument('--fresh', action='store_true', help='forget what was said there, and begin anew')
    parser.add_argument('--port', type=int, default=8008)
    parser.add_argument('--data', default=DATA, metavar='FOLDER', help='where it is kept')
    options = parser.parse_args()
    os.makedirs(options.data, mode=0o700, exist_ok=True)
    lock = os.open(options.data, os.O_RDONLY | os.O_DIRECTORY)  # held until this process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f'It runs already, from {options.data}.', file=sys.stderr)
        return 1
    if not is_free(options.port):
        print(f'Port {options.port} is taken. make server ARGS="--port {options.port + 1}" takes another.',
              file=sys.stderr)
        return 1
    if os.listdir(options.data) and not os.path.exists(os.path.join(options.data, 'homeserver.json')):
        print(f'{options.data} holds something else. Please name another folder.', file=sys.stderr)
        return 1
    if options.fresh or not os.path.exists(os.path.join(options.data, 'people.json')):
        for entry in os.scandir(options.data):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.remove(entry.path)

    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in ends:
        signal.signal(number, signal.default_int_handler)
    synapse = Synapse(options.data, options.port, is_kept=True)
    try:
        synapse.start()
        passwords = people(synapse)
        print(f'\nA Matrix server runs at {synapse.url}, for this machine only. These open it, each in a terminal of its own:\n')
        for name, password in passwords.items():
            print(f'  inkwell --login {name} --server {synapse.url}    password: {password}')
        print('\nC-c ends the server. What was said stays; make server ARGS=--fresh begins anew.', flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    except Failed as error:
        print(f'server: {error}', file=sys.stderr)
        return 1
    finally:
        # A second C-c must not leave the server running.
        for number in ends:
            signal.signal(number, signal.SIG_IGN)
        synapse.stop()
    print('The server has ended.')
    return 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
"""Makes an account with many rooms on the server in INKWELL_SYNAPSE, for measuring, and prints who it is as JSON.

    many_rooms.py [ROOMS [MESSAGES]]    200 rooms with 25 messages each, unless said otherwise; one in five is direct
"""
import hashlib
import hmac
import json
import os
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor

from account import Account, mentioning, request

PEOPLE = 7


def register(server: dict[str, str], name: str, password: str) -> None:
    path = '/_synapse/admin/v1/register'
    nonce = request(server['url'], 'GET', path)['nonce']
    proof = hmac.new(server['registration_shared_secret'].encode(), digestmod=hashlib.sha1)
    proof.update('\0'.join((nonce, name, password, 'notadmin')).encode())
    request(server['url'], 'POST', path, {'nonce': nonce, 'username': name, 'password': password, 'admin': False,
                                          'inhibit_login': True, 'mac': proof.hexdigest()})


def furnish(people: list[Account], number: int, messages: int) -> None:
    owner, others = people[0], people[1:]
    if number % 5 == 0:
        partner = others[number // 5 % len(others)]
        room = owner.create(preset='trusted_private_chat', is_direct=True, invite=[partner.id])
        members = [owner, partner]
    else:
        room = owner.create(name=f'Room number {number}', preset='private_chat', invite=[other.id for other in others])
        members = people
    for member in members[1:]:
        member.join(room)
    for message in range(messages):
        more = mentioning(owner.id) if message % 9 == 8 else {}
        members[message % len(members)].say(room, f'Message {message} of room {number}, with a few more words behind it.', **more)


def main() -> None:
    rooms, messages = (int(word) for word in (sys.argv[1:] + ['200', '25'][len(sys.argv) - 1:])[:2])
    server = json.loads(os.environ['INKWELL_SYNAPSE'])[0]
    run, password = secrets.token_hex(3), secrets.token_hex(8)
    names = [f'many-{run}-{number}' for number in range(PEOPLE)]
    for name in names:
        register(server, name, password)
    people = [Account(server['url'], name, password) for name in names]
    with ThreadPoolExecutor(4) as pool:
        for made in [pool.submit(furnish, people, number, messages) for number in range(rooms)]:
            made.result()
    print(json.dumps({'user': people[0].id, 'password': password, 'rooms': rooms}))


if __name__ == '__main__':
    main()

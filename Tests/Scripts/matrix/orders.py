"""Clients that take orders: a line of JSON on stdin is an order, a line on stdout its answer."""
import asyncio
import json
import sys
from typing import Any

JSON = dict[str, Any]


class Refused(Exception):
    """The answer was no, or what was awaited did not come."""


def fits(pattern: Any, value: Any) -> bool:
    """Each key of a pattern fits; one list fits another if each of its elements fits one there."""
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(key in value and fits(part, value[key]) for key, part in pattern.items())
    if isinstance(pattern, list):
        return isinstance(value, list) and (all(any(fits(part, one) for one in value) for part in pattern)
                                            if pattern else not value)
    return bool(pattern == value)


def fitting(pattern: JSON, room: JSON) -> JSON:
    """What `until` answers: the room, and the message that fitted the first of the pattern."""
    wanted = pattern.get('messages')
    return {'room': room, 'message': next((one for one in room['messages'] if fits(wanted[0], one)), None) if wanted else None}


def missing(room: JSON) -> Refused:
    """What `until` answers when its time is over."""
    return Refused(f'it did not come; this is shown: {json.dumps(room, ensure_ascii=False)[-3000:]}')


async def serve(client: Any) -> None:
    """Carries out the orders: the public methods of the client, each with the order as its argument."""
    orders = {name for name in vars(type(client)) if not name.startswith('_')}
    reader = asyncio.StreamReader(limit=64 << 20)  # a file is sent as one line
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        try:
            order = json.loads(line)
            if order['do'] not in orders:
                raise Refused(f'nothing is called {order["do"]!r}')
            answer = {'ok': True, **await getattr(client, order['do'])(order)}
        except Exception as error:  # any error: report it to the test and continue
            answer = {'ok': False, 'error': f'{type(error).__name__}: {error}'}
        print(json.dumps(answer, ensure_ascii=False), flush=True)

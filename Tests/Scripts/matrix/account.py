"""Somebody signed in to a Matrix server, as plain requests: what the scripts here need to say and to ask."""
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

JSON = dict[str, Any]


class Refused(Exception):
    """The server's answer was no."""

    def __init__(self, status: int, answer: JSON):
        super().__init__(f'{status} {answer.get("errcode", "")} {answer.get("error", "")}')
        self.status = status
        self.code = answer.get('errcode', '')


def request(url: str, method: str, path: str, body: JSON | bytes | None = None, token: str | None = None) -> JSON:
    """One request of the Client-Server API. The environment's proxies are left out: the server is on loopback."""
    headers = {'Content-Type': 'application/octet-stream' if isinstance(body, bytes) else 'application/json'}
    if token:
        headers['Authorization'] = f'Bearer {token}'
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url + path, data, headers, method=method), timeout=120) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(error.code, json.load(error)) from None


class Account:
    def __init__(self, url: str, name: str, password: str, device: str | None = None):
        self.url = url
        answer = request(url, 'POST', '/_matrix/client/v3/login', {
            'type': 'm.login.password', 'identifier': {'type': 'm.id.user', 'user': name}, 'password': password,
            **({'device_id': device} if device else {})})
        self.id: str = answer['user_id']
        self.token: str = answer['access_token']
        self.position: str | None = None
        self._transactions = 0

    def ask(self, method: str, path: str, body: JSON | bytes | None = None) -> JSON:
        """`path` is the part behind `/_matrix/client/v3/`, or a whole one."""
        return request(self.url, method, path if path.startswith('/') else f'/_matrix/client/v3/{path}', body, self.token)

    def named(self, name: str) -> None:
        self.ask('PUT', f'profile/{quoted(self.id)}/displayname', {'displayname': name})

    def create(self, **options: Any) -> str:
        return str(self.ask('POST', 'createRoom', options)['room_id'])

    def join(self, room: str) -> None:
        self.ask('POST', f'join/{quoted(room)}', {})

    def send(self, room: str, content: JSON, kind: str = 'm.room.message') -> str:
        """The id of the event."""
        self._transactions += 1
        return str(self.ask('PUT', f'rooms/{quoted(room)}/send/{kind}/t{self._transactions}', content)['event_id'])

    def say(self, room: str, body: str, **more: Any) -> str:
        return self.send(room, {'msgtype': 'm.text', 'body': body, **more})

    def react(self, room: str, event: str, key: str) -> str:
        relation = {'rel_type': 'm.annotation', 'event_id': event, 'key': key}
        return self.send(room, {'m.relates_to': relation}, 'm.reaction')

    def upload(self, name: str, data: bytes) -> str:
        """The address of the file."""
        return str(self.ask('POST', f'/_matrix/media/v3/upload?filename={quoted(name)}', data)['content_uri'])

    def sync(self, wait: int = 0) -> JSON:
        """What happened since the last time, after at most so many milliseconds."""
        since = f'&since={quoted(self.position)}' if self.position else ''
        answer = self.ask('GET', f'sync?timeout={wait}{since}')
        self.position = answer['next_batch']
        return answer

    def sync_until(self, found: Callable[[JSON], Any]) -> Any:
        """What `found` makes of the first answer of which it makes something."""
        for _ in range(100):
            if result := found(self.sync(wait=1000)):
                return result
        raise AssertionError('it did not come')


def quoted(text: str) -> str:
    return urllib.parse.quote(text, safe='')


def in_thread(root: str) -> JSON:
    """Other clients without threads show it as a reply to the root."""
    return {'m.relates_to': {'rel_type': 'm.thread', 'event_id': root, 'is_falling_back': True,
                             'm.in_reply_to': {'event_id': root}}}


def in_reply_to(event: str) -> JSON:
    return {'m.relates_to': {'m.in_reply_to': {'event_id': event}}}


def mentioning(*users: str) -> JSON:
    return {'m.mentions': {'user_ids': list(users)}}


def instead_of(event: str, body: str) -> JSON:
    """The content of an edit. Clients that know no edits show the body with a star."""
    return {'msgtype': 'm.text', 'body': f'* {body}', 'm.new_content': {'msgtype': 'm.text', 'body': body},
            'm.relates_to': {'rel_type': 'm.replace', 'event_id': event}}

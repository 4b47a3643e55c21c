#!/usr/bin/env python3
"""A client that nobody here wrote (matrix-nio), without a screen: what it shows is what somebody elsewhere sees of us.

    .build/synapse/bin/python Tests/Scripts/matrix/nio_client.py

A line of JSON on stdin is an order, a line on stdout its answer, `{"ok": true, …}` or `{"ok": false, "error": "…"}`:

    {"do": "login", "url": "http://…", "user": "ann", "password": "…", "device": "nio"}    device is optional
    {"do": "create", "name": "…", "topic": "…", "invite": ["@ben:…"], "public": true, "direct": true, "encrypted": true}
    {"do": "rooms"}                                                        those it is in
    {"do": "invite", "room": R, "user": U}    {"do": "join", "room": R}    {"do": "leave", "room": R}
    {"do": "send", "room": R, "body": "…"}    and optionally "html", "mentions": [U], "thread": E (its root),
                                              "reply": E, "notice": true
    {"do": "file", "room": R, "name": "a.txt", "type": "text/plain", "data": base64, "caption": "…", "thread": E}
    {"do": "edit", "room": R, "event": E, "body": "…"}    with "html" and "mentions" as above
    {"do": "react", "room": R, "event": E, "key": "👍"}   {"do": "redact", "room": R, "event": E, "reason": "…"}
    {"do": "read", "room": R, "event": E, "thread": E, "private": true}    {"do": "typing", "room": R, "on": true}
    {"do": "raw", "room": R, "type": "…", "content": {…}}                  any event, also one that is wrong
    {"do": "history", "room": R, "limit": 50}                              reads older messages into what it shows
    {"do": "invited", "name": "…", "seconds": 30}                          syncs until invited to a room of that name
    {"do": "shows", "room": R}                                             {"room": {…}}: everything, after one sync
    {"do": "until", "room": R, "shows": pattern, "seconds": 30}            syncs until the room fits the pattern
    {"do": "download", "url": "mxc://…"}                                   {"data": base64, "name": "…", "type": "…"}
                                              with "room": R and "event": E, decrypted by the keys of that message

A room is shown as {"id", "name", "topic", "membership": "join" | "invite" | null, "inviter", "members": [U],
"typing": [U], "encrypted", "receipts": {U: {"main": E, thread: E}}, "messages": […]}, a message as {"event", "sender",
"kind": "text" | "notice" | "emote" | "file" | "image" | "redacted" | "encrypted" | "bad" | …, "body", "html",
"mentions", "edited", "thread", "reply", "reactions": {key: [U]}, "file": {"url", "name", "type", "size"}, "at",
"content"}, the oldest first. "content" is what the event itself says, after an edit what that says. "bad" is what matrix-nio
calls an event that breaks the rules of its type: none of ours may be.

A pattern fits if each of its keys fits; one list fits another if each of its elements fits one there; an empty list fits
an empty list only. The answer of `until` has the room, and as "message" the one that fitted the first of the pattern.
"""
import asyncio
import base64
import io
import logging
import tempfile
from typing import Any

import nio
from nio.crypto.attachments import decrypt_attachment

from orders import JSON, Refused, fits, fitting, missing, serve

KINDS = {'RoomMessageText': 'text', 'RoomMessageNotice': 'notice', 'RoomMessageEmote': 'emote', 'RoomMessageFile': 'file',
         'RoomMessageImage': 'image', 'RoomMessageAudio': 'audio', 'RoomMessageVideo': 'video', 'RoomEncryptedFile': 'file',
         'RoomEncryptedImage': 'image', 'RedactedEvent': 'redacted', 'MegolmEvent': 'encrypted',
         'UnknownEncryptedEvent': 'encrypted', 'RoomMessageUnknown': 'unknown', 'BadEvent': 'bad', 'UnknownBadEvent': 'bad'}


def good(answer: Any) -> Any:
    if isinstance(answer, nio.ErrorResponse):
        raise Refused(f'{answer.status_code or ""} {answer.message}'.strip())
    return answer


class Timeline:
    """What a client shows of a room's events, in whatever order edits, reactions and redactions reach it."""

    def __init__(self) -> None:
        self.messages: dict[str, JSON] = {}
        self.edits: dict[str, list[tuple[int, str, str, JSON]]] = {}  # by message: time, id, sender, content
        self.reactions: dict[str, tuple[str, str, str]] = {}  # by event: message, key, sender
        self.redacted: set[str] = set()
        self.receipts: dict[str, dict[str, str]] = {}
        self.oldest: str | None = None

    def take(self, event: Any, is_older: bool = False) -> None:
        source = event.source
        identifier, content = source.get('event_id'), source.get('content')
        relation = content.get('m.relates_to') if isinstance(content, dict) else None
        relation = relation if isinstance(relation, dict) else {}
        if isinstance(event, nio.RedactionEvent):
            self.redacted.add(event.redacts)
        elif isinstance(event, nio.ReactionEvent):
            self.reactions[identifier] = (event.reacts_to, event.key, event.sender)
        elif isinstance(event, nio.RoomMessage) and relation.get('rel_type') == 'm.replace':
            edit = (event.server_timestamp, identifier, event.sender, content.get('m.new_content') or {})
            self.edits.setdefault(relation.get('event_id', ''), []).append(edit)
        elif 'state_key' not in source and (kind := KINDS.get(type(event).__name__)) and identifier not in self.messages:
            # A redacted reaction or edit is not shown.
            if kind == 'redacted' and event.type != 'm.room.message':
                return
            message = self._message(event, kind, content, relation)
            self.messages = {identifier: message, **self.messages} if is_older else {**self.messages, identifier: message}

    def _message(self, event: Any, kind: str, content: JSON, relation: JSON) -> JSON:
        is_thread = relation.get('rel_type') == 'm.thread'
        # A thread message also names a reply, for clients without threads.
        reply = None if is_thread and relation.get('is_falling_back') else relation.get('m.in_reply_to', {}).get('event_id')
        message = {'event': event.source.get('event_id'), 'sender': event.source.get('sender'), 'kind': kind,
                   'body': getattr(event, 'body', None), 'html': getattr(event, 'formatted_body', None),
                   'mentions': content.get('m.mentions', {}).get('user_ids', []) if kind != 'bad' else [],
                   'edited': False, 'thread': relation.get('event_id') if is_thread else None, 'reply': reply,
                   'at': event.source.get('origin_server_ts'), 'content': content}
        if url := getattr(event, 'url', None):
            info = content.get('info', {})
            message['file'] = {'url': url, 'name': content.get('filename') or content.get('body'),
                               'type': info.get('mimetype'), 'size': info.get('size')}
        return message

    def shown(self) -> list[JSON]:
        return [self._shown(identifier, dict(message)) for identifier, message in self.messages.items()]

    def _shown(self, identifier: str, message: JSON) -> JSON:
        if identifier in self.redacted:
            message = {**message, 'kind': 'redacted', 'body': None, 'html': None, 'mentions': [], 'content': {}}
            message.pop('file', None)
        elif valid := [edit for edit in self.edits.get(identifier, [])
                       if edit[2] == message['sender'] and edit[1] not in self.redacted]:
            content = max(valid)[3]
            message.update(edited=True, content=content, body=content.get('body'), html=content.get('formatted_body'),
                           mentions=content.get('m.mentions', {}).get('user_ids', []))
        message['reactions'] = {}
        for event, (target, key, sender) in self.reactions.items():
            if target == identifier and event not in self.redacted:
                message['reactions'].setdefault(key, []).append(sender)
        return message


class Client:
    def __init__(self, folder: str) -> None:
        self.folder = folder  # the encryption keys, while the client runs
        self.timelines: dict[str, Timeline] = {}

    # Commands, by name

    async def login(self, order: JSON) -> JSON:
        settings = nio.AsyncClientConfig(max_limit_exceeded=20, max_timeouts=5, store_sync_tokens=False)
        self.nio = nio.AsyncClient(order['url'], order['user'], order.get('device'), self.folder, settings)
        answer = good(await self.nio.login(order['password'], device_name='nio'))
        await self._sync()
        return {'user': answer.user_id, 'device': answer.device_id}

    async def create(self, order: JSON) -> JSON:
        is_public, is_direct = order.get('public', False), order.get('direct', False)
        preset = (nio.RoomPreset.public_chat if is_public else
                  nio.RoomPreset.trusted_private_chat if is_direct else nio.RoomPreset.private_chat)
        encryption = {'type': 'm.room.encryption', 'state_key': '', 'content': {'algorithm': 'm.megolm.v1.aes-sha2'}}
        answer = good(await self.nio.room_create(
            visibility=nio.RoomVisibility.public if is_public else nio.RoomVisibility.private, preset=preset,
            name=order.get('name'), topic=order.get('topic'), invite=order.get('invite', []), is_direct=is_direct,
            initial_state=[encryption] if order.get('encrypted') else []))
        await self._sync()
        return {'room': answer.room_id}

    async def rooms(self, order: JSON) -> JSON:
        await self._sync()
        return {'rooms': sorted(self.nio.rooms)}

    async def invite(self, order: JSON) -> JSON:
        good(await self.nio.room_invite(order['room'], order['user']))
        return {}

    async def join(self, order: JSON) -> JSON:
        good(await self.nio.join(order['room']))
        await self._sync()
        return {}

    async def leave(self, order: JSON) -> JSON:
        good(await self.nio.room_leave(order['room']))
        return {}

    async def send(self, order: JSON) -> JSON:
        content = {'msgtype': 'm.notice' if order.get('notice') else 'm.text', **self._words(order)}
        return await self._send(order['room'], {**content, **self._relation(order)})

    async def edit(self, order: JSON) -> JSON:
        words = {'msgtype': 'm.text', **self._words(order)}
        return await self._send(order['room'], {
            **words, 'body': f'* {order["body"]}', 'm.new_content': words,
            'm.relates_to': {'rel_type': 'm.replace', 'event_id': order['event']}})

    async def file(self, order: JSON) -> JSON:
        data = base64.b64decode(order['data'])
        is_encrypted = self.nio.rooms[order['room']].encrypted
        answer, keys = await self.nio.upload(io.BytesIO(data), order['type'], order['name'], is_encrypted, filesize=len(data))
        url = good(answer).content_uri
        content = {'msgtype': 'm.image' if order['type'].startswith('image/') else 'm.file',
                   'body': order.get('caption') or order['name'], 'filename': order['name'],
                   'info': {'mimetype': order['type'], 'size': len(data)},
                   **({'file': {**keys, 'url': url}} if keys else {'url': url})}
        return {**await self._send(order['room'], {**content, **self._relation(order)}), 'url': url}

    async def react(self, order: JSON) -> JSON:
        relation = {'rel_type': 'm.annotation', 'event_id': order['event'], 'key': order['key']}
        return await self._send(order['room'], {'m.relates_to': relation}, 'm.reaction')

    async def redact(self, order: JSON) -> JSON:
        answer = good(await self.nio.room_redact(order['room'], order['event'], order.get('reason')))
        return {'event': answer.event_id}

    async def read(self, order: JSON) -> JSON:
        kind = nio.ReceiptType.read_private if order.get('private') else nio.ReceiptType.read
        good(await self.nio.update_receipt_marker(order['room'], order['event'], kind, order.get('thread', 'main')))
        return {}

    async def typing(self, order: JSON) -> JSON:
        good(await self.nio.room_typing(order['room'], order.get('on', True)))
        return {}

    async def raw(self, order: JSON) -> JSON:
        return await self._send(order['room'], order['content'], order['type'])

    async def history(self, order: JSON) -> JSON:
        timeline = self.timelines.setdefault(order['room'], Timeline())
        answer = good(await self.nio.room_messages(order['room'], timeline.oldest, limit=order.get('limit', 50)))
        for event in answer.chunk:
            timeline.take(event, is_older=True)
        timeline.oldest = answer.end
        return {'count': len(answer.chunk), 'more': answer.end is not None}

    async def shows(self, order: JSON) -> JSON:
        await self._sync()
        return {'room': self._room(order['room'])}

    async def until(self, order: JSON) -> JSON:
        loop, pattern = asyncio.get_running_loop(), order['shows']
        deadline = loop.time() + order.get('seconds', 30)
        while not fits(pattern, room := self._room(order['room'])):
            left = deadline - loop.time()
            if left <= 0:
                raise missing(room)
            await self._sync(int(min(left, 5) * 1000) + 1)
        return fitting(pattern, room)

    async def invited(self, order: JSON) -> JSON:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + order.get('seconds', 30)
        while not (found := [one for one, room in self.nio.invited_rooms.items() if room.name == order['name']]):
            left = deadline - loop.time()
            if left <= 0:
                raise Refused('nobody did')
            await self._sync(int(min(left, 5) * 1000) + 1)
        return {'room': self._room(found[0])}

    async def download(self, order: JSON) -> JSON:
        answer = good(await self.nio.download(order['url']))
        data = answer.body
        if 'event' in order:
            file = self.timelines[order['room']].messages[order['event']]['content']['file']
            data = decrypt_attachment(data, file['key']['k'], file['hashes']['sha256'], file['iv'])
        return {'data': base64.b64encode(data).decode(), 'name': answer.filename, 'type': answer.content_type}

    # Shared helpers

    @staticmethod
    def _words(order: JSON) -> JSON:
        words: JSON = {'body': order['body'], 'm.mentions': {'user_ids': order['mentions']} if order.get('mentions') else {}}
        if html := order.get('html'):
            words.update(format='org.matrix.custom.html', formatted_body=html)
        return words

    @staticmethod
    def _relation(order: JSON) -> JSON:
        root, reply = order.get('thread'), order.get('reply')
        if root:
            return {'m.relates_to': {'rel_type': 'm.thread', 'event_id': root, 'is_falling_back': not reply,
                                     'm.in_reply_to': {'event_id': reply or root}}}
        return {'m.relates_to': {'m.in_reply_to': {'event_id': reply}}} if reply else {}

    async def _send(self, room: str, content: JSON, kind: str = 'm.room.message') -> JSON:
        if room not in self.nio.rooms:
            await self._sync()
        # No verification of devices: all of them belong to one test.
        answer = good(await self.nio.room_send(room, kind, content, ignore_unverified_devices=True))
        return {'event': answer.event_id}

    async def _sync(self, milliseconds: int = 0) -> None:
        answer = good(await self.nio.sync(milliseconds, {'room': {'timeline': {'limit': 100}}}))
        for identifier, room in answer.rooms.join.items():
            timeline = self.timelines.setdefault(identifier, Timeline())
            timeline.oldest = timeline.oldest or room.timeline.prev_batch
            for event in room.timeline.events:
                timeline.take(event)
            for event in room.ephemeral:
                for receipt in event.receipts if isinstance(event, nio.ReceiptEvent) else []:
                    timeline.receipts.setdefault(receipt.user_id, {})[receipt.thread_id or 'main'] = receipt.event_id
        for identifier in answer.rooms.leave:  # matrix-nio keeps showing them
            for rooms in (self.nio.rooms, self.nio.invited_rooms, self.timelines):
                rooms.pop(identifier, None)
        # As `sync_forever` does: upload and query the encryption keys.
        if self.nio.should_upload_keys:
            good(await self.nio.keys_upload())
        if self.nio.should_query_keys:
            good(await self.nio.keys_query())
        if self.nio.should_claim_keys:
            good(await self.nio.keys_claim(self.nio.get_users_for_key_claiming()))
        await self.nio.send_to_device_messages()

    def _room(self, identifier: str) -> JSON:
        room, invited = self.nio.rooms.get(identifier), self.nio.invited_rooms.get(identifier)
        known, timeline = room or invited, self.timelines.get(identifier) or Timeline()
        return {'id': identifier, 'membership': 'join' if room else 'invite' if invited else None,
                'name': known.display_name if known else None, 'topic': known.topic if known else None,
                'inviter': invited.inviter if invited else None, 'members': sorted(room.users) if room else [],
                'encrypted': bool(known and known.encrypted), 'typing': room.typing_users if room else [],
                'receipts': timeline.receipts, 'messages': timeline.shown()}


async def run(folder: str) -> None:
    client = Client(folder)
    await serve(client)
    if hasattr(client, 'nio'):
        await client.nio.close()


def main() -> None:
    logging.getLogger('nio').setLevel(logging.CRITICAL)  # errors are shown by the test, not logged
    with tempfile.TemporaryDirectory(prefix='inkwell-nio.') as folder:
        asyncio.run(run(folder))


if __name__ == '__main__':
    main()

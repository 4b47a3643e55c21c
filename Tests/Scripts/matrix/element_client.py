#!/usr/bin/env python3
"""Element's engine (matrix-rust-sdk, as in Element X) without a screen: what it shows is what a person with Element sees.

    .build/element/python Tests/Scripts/matrix/element_client.py

`element.sh` installs it. It is as strict as Element can be: devices that their owners have not signed get no keys, and
nothing from them is shown. A line of JSON on stdin is an order, a line on stdout its answer, as in nio_client.py:

    {"do": "login", "url": "http://…", "user": "ann", "password": "…"}
    {"do": "state"}                                    {"device": "verified" | …, "recovery": "enabled" | …, "backup": …}
    {"do": "recovery", "passphrase": "…"}              sets up recovery and backup: {"key": "EsT…"}; passphrase is optional
    {"do": "recover", "key": "EsT…"}                   opens what another device has set up, also by a passphrase
    {"do": "new_recovery_key"}                         replaces it: {"key": "EsT…"}
    {"do": "reset_identity", "password": "…"}          makes new keys, as after a loss of all
    {"do": "backed_up"}                                waits until the backup has every key of this device
    {"do": "identity", "user": U}                      {"key": the master key}
    {"do": "create", "name": "…", "invite": [U], "direct": true}                  an encrypted room
    {"do": "invited", "name": "…", "seconds": 30}      waits until invited to a room of that name: {"room": R}
    {"do": "join", "room": R}
    {"do": "send", "room": R, "body": "…"}             and optionally "thread": E (its root) or "reply": E
    {"do": "file", "room": R, "name": "a.txt", "type": "text/plain", "data": base64, "caption": "…"}
                                                       and for a picture "width" and "height"
    {"do": "voice", "room": R, "data": base64, "seconds": 2}                      a voice message
    {"do": "poll", "room": R, "question": "…", "answers": ["…"]}
    {"do": "vote", "room": R, "event": E, "answers": ["…"]}                       answers by their numbers, from 0
    {"do": "edit", "room": R, "event": E, "body": "…"}
    {"do": "caption", "room": R, "event": E, "body": "…"}                         edits the text below a file
    {"do": "react", "room": R, "event": E, "key": "👍"}                           again takes it back
    {"do": "redact", "room": R, "event": E, "reason": "…"}
    {"do": "history", "room": R, "limit": 50}          reads older messages into what it shows
    {"do": "until", "room": R, "shows": pattern, "seconds": 30}                   waits until the room fits the pattern
    {"do": "download", "room": R, "event": E}          {"data": base64}: the decrypted file of a message

A room is shown as {"members": count, "encrypted", "messages": […]}, a message as {"event", "sender", "kind": "text" |
"file" | "image" | "redacted" | "unreadable" | …, "body", "html", "edited", "thread", "reply", "reactions": {key: [U]},
"file": {"name", "type", "size"}, "shield", "reason"}, the oldest first. "shield" is the warning that Element puts beside
a message, null without one, and "reason" is why it is unreadable.
"""
import asyncio
import base64
import os
import sys
from datetime import timedelta
from typing import Any

from matrix_sdk_python import _ffi as sdk
from matrix_sdk_python._generated.matrix_sdk import BackupDownloadStrategy
from matrix_sdk_python._generated.matrix_sdk_crypto import CollectStrategy, DecryptionSettings, TrustRequirement
from matrix_sdk_python._generated.matrix_sdk_ui import TimelineReadReceiptTracking

from orders import JSON, Refused, fits, fitting, missing, serve

# Well above the slowest answer on a busy machine.
PATIENCE = 60


class Queue(sdk.SendQueueListener):  # type: ignore[misc]
    """The events of a room that reached the server; the engine calls it from threads of its own."""

    def __init__(self) -> None:
        self.loop, self.updates = asyncio.get_running_loop(), asyncio.Queue[Any]()

    def on_update(self, update: Any) -> None:
        self.loop.call_soon_threadsafe(self.updates.put_nowait, update)

    async def sent(self) -> str:
        """The id of the next event that the server takes."""
        while True:
            update = await asyncio.wait_for(self.updates.get(), PATIENCE)
            if update.is_SENT_EVENT():
                return str(update.event_id)
            if update.is_SEND_ERROR():
                raise Refused(f'not sent: {update.error}')


class Timeline(sdk.TimelineListener):  # type: ignore[misc]
    """What the engine shows of a room."""

    def __init__(self, changed: asyncio.Event) -> None:
        self.loop, self.changed = asyncio.get_running_loop(), changed
        self.items: list[Any] = []

    def on_update(self, diff: list[Any]) -> None:
        self.loop.call_soon_threadsafe(self._apply, diff)

    def _apply(self, diff: list[Any]) -> None:
        for part in diff:
            if part.is_RESET():
                self.items = list(part.values)
            elif part.is_APPEND():
                self.items.extend(part.values)
            elif part.is_PUSH_FRONT():
                self.items.insert(0, part.value)
            elif part.is_PUSH_BACK():
                self.items.append(part.value)
            elif part.is_INSERT():
                self.items.insert(part.index, part.value)
            elif part.is_SET():
                self.items[part.index] = part.value
            elif part.is_REMOVE():
                del self.items[part.index]
            elif part.is_TRUNCATE():
                del self.items[part.length:]
            elif part.is_POP_FRONT():
                del self.items[0]
            elif part.is_POP_BACK():
                del self.items[-1]
            elif part.is_CLEAR():
                self.items.clear()
        self.changed.set()

    def messages(self) -> list[JSON]:
        events = [event for item in self.items if (event := item.as_event())]
        return [shown(event) for event in events if event.content.is_MSG_LIKE()]


def shown(event: Any) -> JSON:
    content, identifier = event.content.content, event.event_or_transaction_id
    shield = event.lazy_provider.get_shields(False)
    message: JSON = {
        'event': identifier.event_id if identifier.is_EVENT_ID() else None, 'sender': event.sender, 'kind': 'other',
        'body': None, 'html': None, 'edited': False, 'thread': content.thread_root,
        'reply': content.in_reply_to.event_id() if content.in_reply_to else None,
        'reactions': {one.key: [sender.sender_id for sender in one.senders] for one in content.reactions},
        'shield': None if shield.is_NONE() else shield.code.name.lower(), 'reason': None}
    kind = content.kind
    if kind.is_REDACTED():
        message['kind'] = 'redacted'
    elif kind.is_UNABLE_TO_DECRYPT():
        message.update(kind='unreadable', reason=kind.msg.cause.name.lower() if kind.msg.is_MEGOLM_V1_AES_SHA2() else 'no key')
    elif kind.is_MESSAGE():
        words = kind.content.msg_type
        message.update(kind=type(words).__name__.split('.')[-1].lower(), body=kind.content.body, edited=kind.content.is_edited)
        if words.is_TEXT() and words.content.formatted:
            message['html'] = words.content.formatted.body
        if words.is_FILE() or words.is_IMAGE():
            info = words.content.info
            message.update(body=words.content.caption, file={
                'name': words.content.filename, 'type': info and info.mimetype, 'size': info and info.size})
    return message


class Room:
    """An open room: Element subscribes to it when a person looks at it."""

    def __init__(self, room: Any, timeline: Any, listener: Timeline, queue: Queue, tasks: list[Any]) -> None:
        self.room, self.timeline, self.listener, self.queue = room, timeline, listener, queue
        self.tasks = tasks  # the engine stops calling when these are released

    def shown(self) -> JSON:
        return {'members': self.room.joined_members_count(), 'messages': self.listener.messages(),
                'encrypted': self.room.encryption_state().name == 'ENCRYPTED'}


class Client:
    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._changed = asyncio.Event()

    # Commands, by name

    async def login(self, order: JSON) -> JSON:
        builder = sdk.ClientBuilder().homeserver_url(order['url']).in_memory_store()
        builder = builder.sliding_sync_version_builder(sdk.SlidingSyncVersionBuilder.DISCOVER_NATIVE)
        builder = builder.auto_enable_cross_signing(True).auto_enable_backups(True)
        builder = builder.backup_download_strategy(BackupDownloadStrategy.AFTER_DECRYPTION_FAILURE)
        builder = builder.room_key_recipient_strategy(CollectStrategy.IDENTITY_BASED_STRATEGY)
        builder = builder.decryption_settings(DecryptionSettings(
            sender_device_trust_requirement=TrustRequirement.CROSS_SIGNED_OR_LEGACY))
        self._client = await builder.build()
        await self._client.login(order['user'], order['password'], 'Element', None)
        self._encryption = self._client.encryption()
        await self._encryption.wait_for_e2ee_initialization_tasks()
        self._sync = await self._client.sync_service().finish()
        await self._sync.start()
        return {'user': self._client.user_id(), 'device': self._client.device_id()}

    async def state(self, _: JSON) -> JSON:
        return {'device': self._encryption.verification_state().name.lower(),
                'recovery': self._encryption.recovery_state().name.lower(),
                'backup': self._encryption.backup_state().name.lower()}

    async def recovery(self, order: JSON) -> JSON:
        return {'key': await self._encryption.enable_recovery(True, order.get('passphrase'), Progress())}

    async def recover(self, order: JSON) -> JSON:
        await self._encryption.recover(order['key'])
        return {}

    async def new_recovery_key(self, _: JSON) -> JSON:
        return {'key': await self._encryption.reset_recovery_key()}

    async def reset_identity(self, order: JSON) -> JSON:
        if reset := await self._encryption.reset_identity():
            await reset.reset(sdk.AuthData.PASSWORD(password_details=sdk.AuthDataPasswordDetails(
                identifier=self._client.user_id(), password=order['password'])))
        return {}

    async def backed_up(self, _: JSON) -> JSON:
        await self._encryption.wait_for_backup_upload_steady_state(None)
        return {}

    async def identity(self, order: JSON) -> JSON:
        identity = await self._encryption.user_identity(order['user'], True)
        if identity is None:
            raise Refused('no identity')
        return {'key': identity.master_key()}

    async def create(self, order: JSON) -> JSON:
        is_direct = order.get('direct', False)
        identifier = await self._client.create_room(sdk.CreateRoomParameters(
            name=order.get('name'), is_encrypted=True, is_direct=is_direct, visibility=sdk.RoomVisibility.PRIVATE(),
            preset=sdk.RoomPreset.TRUSTED_PRIVATE_CHAT if is_direct else sdk.RoomPreset.PRIVATE_CHAT,
            invite=order.get('invite', [])))
        await self._room(identifier)
        return {'room': identifier}

    async def join(self, order: JSON) -> JSON:
        await self._client.join_room_by_id(order['room'])
        await self._room(order['room'])
        return {}

    async def invited(self, order: JSON) -> JSON:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + order.get('seconds', 30)
        while not (found := [room.id() for room in self._client.rooms()
                             if room.membership().name == 'INVITED' and room.display_name() == order['name']]):
            if loop.time() > deadline:
                raise Refused('nobody did')
            await asyncio.sleep(0.1)
        return {'room': found[0]}

    async def send(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        content = self._text(order['body'])
        if reply := order.get('reply'):
            await room.timeline.send_reply(content, reply)
        elif root := order.get('thread'):
            thread = await self._timeline(room.room, sdk.TimelineFocus.THREAD(root_event_id=root))
            await thread.send(content)
        else:
            await room.timeline.send(content)
        return {'event': await room.queue.sent()}

    async def file(self, order: JSON) -> JSON:
        room, data = await self._room(order['room']), base64.b64decode(order['data'])
        source = sdk.UploadParameters(
            source=sdk.UploadSource.DATA(bytes=data, filename=order['name']), caption=order.get('caption'),
            formatted_caption=None, mentions=None, in_reply_to=None)
        info = {'mimetype': order['type'], 'size': len(data), 'thumbnail_info': None, 'thumbnail_source': None}
        if order['type'].startswith('image/'):
            # The engine sends no picture without its size and a blurred one.
            image = sdk.ImageInfo(**info, width=order['width'], height=order['height'], blurhash='00TI:j', is_animated=False)
            upload = room.timeline.send_image(source, None, image)
        else:
            upload = room.timeline.send_file(source, sdk.FileInfo(**info))
        await upload.join()
        return {'event': await room.queue.sent()}

    async def voice(self, order: JSON) -> JSON:
        room, data = await self._room(order['room']), base64.b64decode(order['data'])
        source = sdk.UploadParameters(
            source=sdk.UploadSource.DATA(bytes=data, filename='Voice message.ogg'), caption=None, formatted_caption=None,
            mentions=None, in_reply_to=None)
        info = sdk.AudioInfo(duration=timedelta(seconds=order['seconds']), size=len(data), mimetype='audio/ogg')
        await room.timeline.send_voice_message(source, info, [0.1, 0.9, 0.3]).join()
        return {'event': await room.queue.sent()}

    async def poll(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        await room.timeline.create_poll(order['question'], order['answers'], 1, sdk.PollKind.DISCLOSED)
        return {'event': await room.queue.sent()}

    async def vote(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        poll = (await room.timeline.get_event_timeline_item_by_event_id(order['event'])).content.content.kind
        await room.timeline.send_poll_response(order['event'], [poll.answers[number].id for number in order['answers']])
        return {'event': await room.queue.sent()}

    async def edit(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        await room.timeline.edit(sdk.EventOrTransactionId.EVENT_ID(event_id=order['event']),
                                 sdk.EditedContent.ROOM_MESSAGE(content=self._text(order['body'])))
        return {'event': await room.queue.sent()}

    async def caption(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        await room.timeline.edit(sdk.EventOrTransactionId.EVENT_ID(event_id=order['event']), sdk.EditedContent.MEDIA_CAPTION(
            caption=order['body'], formatted_caption=None, mentions=None))
        return {'event': await room.queue.sent()}

    async def react(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        is_added = await room.timeline.toggle_reaction(
            sdk.EventOrTransactionId.EVENT_ID(event_id=order['event']), order['key'])
        return {'event': await room.queue.sent()} if is_added else {}

    async def redact(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        await room.timeline.redact_event(sdk.EventOrTransactionId.EVENT_ID(event_id=order['event']), order.get('reason'))
        return {}

    async def history(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        return {'all': await room.timeline.paginate_backwards(order.get('limit', 50))}

    async def until(self, order: JSON) -> JSON:
        loop, pattern = asyncio.get_running_loop(), order['shows']
        room = await self._room(order['room'])
        deadline = loop.time() + order.get('seconds', 30)
        while not fits(pattern, shows := room.shown()):
            if loop.time() > deadline:
                raise missing(shows)
            self._changed.clear()
            try:
                # The count of members changes without a change of the timeline.
                await asyncio.wait_for(self._changed.wait(), 0.2)
            except TimeoutError:
                pass
        return fitting(pattern, shows)

    async def download(self, order: JSON) -> JSON:
        room = await self._room(order['room'])
        event = await room.timeline.get_event_timeline_item_by_event_id(order['event'])
        source = event.content.content.kind.content.msg_type.content.source
        return {'data': base64.b64encode(await self._client.get_media_content(source)).decode()}

    # Shared helpers

    @staticmethod
    def _text(body: str) -> Any:
        return sdk.message_event_content_from_markdown(body)

    async def _room(self, identifier: str) -> Room:
        if identifier not in self._rooms:
            room = await asyncio.wait_for(self._client.await_room_remote_echo(identifier), PATIENCE)
            await self._sync.room_list_service().subscribe_to_rooms([identifier])
            queue, listener = Queue(), Timeline(self._changed)
            timeline = await self._timeline(room, sdk.TimelineFocus.LIVE(hide_threaded_events=False))
            tasks = [await room.subscribe_to_send_queue_updates(queue), await timeline.add_listener(listener)]
            self._rooms[identifier] = Room(room, timeline, listener, queue, tasks)
        return self._rooms[identifier]

    @staticmethod
    async def _timeline(room: Any, focus: Any) -> Any:
        return await room.timeline_with_configuration(sdk.TimelineConfiguration(
            focus=focus, filter=sdk.TimelineFilter.ALL(), internal_id_prefix=None, report_utds=False,
            date_divider_mode=sdk.DateDividerMode.DAILY, track_read_receipts=TimelineReadReceiptTracking.DISABLED))


class Progress(sdk.EnableRecoveryProgressListener):  # type: ignore[misc]
    """Required by the engine; the key is also its answer."""

    def on_update(self, status: Any) -> None:
        pass


async def main() -> None:
    await serve(Client())
    sys.stdout.flush()
    os._exit(0)  # the engine's threads would go on


if __name__ == '__main__':
    asyncio.run(main())

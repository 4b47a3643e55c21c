"""Another client of an account's encryption, on the libraries of Synapse (signedjson, PyNaCl, cryptography).

It checks what Inkwell stored on the server, and sets up an account in the way of other clients, for Inkwell to recover.
"""
import base64
import copy
import hashlib
import hmac
import json
import os
from typing import Any

from canonicaljson import encode_canonical_json
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.signing import SigningKey, VerifyKey

JSON = dict[str, Any]
ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
USAGES = ('master', 'self_signing', 'user_signing')
BACKUP = 'm.megolm_backup.v1'
ALGORITHM = 'm.megolm_backup.v1.curve25519-aes-sha2'


def text(data: bytes, padded: bool = False) -> str:
    encoded = base64.b64encode(data).decode()
    return encoded if padded else encoded.rstrip('=')


def data_of(encoded: str) -> bytes:
    return base64.b64decode(encoded + '=' * (-len(encoded) % 4))


def derive(key: bytes, name: str, count: int) -> bytes:
    return HKDF(hashes.SHA256(), count, bytes(32), name.encode()).derive(key)


def read_recovery_key(typed: str) -> bytes:
    number = 0
    for character in typed.replace(' ', ''):
        number = number * 58 + ALPHABET.index(character)
    data = number.to_bytes(35, 'big')
    parity = 0
    for byte in data:
        parity ^= byte
    assert data[:2] == b'\x8b\x01' and parity == 0, 'recovery key'
    return data[2:34]


class Sealed:
    """Secret storage under one key."""

    def __init__(self, key: bytes):
        self.key = key

    def seal(self, content: bytes, name: str, iv: bytes | None = None) -> JSON:
        if iv is None:
            random = bytearray(os.urandom(16))
            random[8] &= 0x7F
            iv = bytes(random)
        keys = derive(self.key, name, 64)
        encryptor = Cipher(algorithms.AES(keys[:32]), modes.CTR(iv)).encryptor()
        ciphertext = encryptor.update(content) + encryptor.finalize()
        mac = hmac.digest(keys[32:], ciphertext, 'sha256')
        # Padded, as some clients write it.
        return {'iv': text(iv, True), 'ciphertext': text(ciphertext, True), 'mac': text(mac, True)}

    def open(self, sealed: JSON, name: str) -> bytes:
        keys = derive(self.key, name, 64)
        ciphertext = data_of(sealed['ciphertext'])
        assert hmac.digest(keys[32:], ciphertext, 'sha256') == data_of(sealed['mac']), f'MAC of {name}'
        decryptor = Cipher(algorithms.AES(keys[:32]), modes.CTR(data_of(sealed['iv']))).decryptor()
        return decryptor.update(ciphertext) + decryptor.finalize()

    def description(self) -> JSON:
        sealed = self.seal(bytes(32), '')
        return {'algorithm': 'm.secret_storage.v1.aes-hmac-sha2', 'iv': sealed['iv'], 'mac': sealed['mac']}


def signed_bytes(value: JSON) -> bytes:
    return encode_canonical_json({key: content for key, content in value.items() if key not in ('signatures', 'unsigned')})


def sign(value: JSON, user: str, key: SigningKey) -> JSON:
    result = copy.deepcopy(value)
    name = f'ed25519:{text(bytes(key.verify_key))}'
    result.setdefault('signatures', {}).setdefault(user, {})[name] = text(key.sign(signed_bytes(value)).signature)
    return result


def verify(value: JSON, user: str, name: str, key: bytes) -> None:
    VerifyKey(key).verify(signed_bytes(value), data_of(value['signatures'][user][f'ed25519:{name}']))


def secret(account: Any, sealed: Sealed, key_id: str, name: str) -> bytes:
    content = account.ask('GET', f'user/{account.id}/account_data/{name}')
    return data_of(sealed.open(content['encrypted'][key_id], name).decode())


def inspect(account: Any, recovery_key: str, devices: list[str]) -> None:
    """Checks everything Inkwell stored for an account; raises if anything is wrong."""
    sealed = Sealed(read_recovery_key(recovery_key))
    key_id = account.ask('GET', f'user/{account.id}/account_data/m.secret_storage.default_key')['key']
    description = account.ask('GET', f'user/{account.id}/account_data/m.secret_storage.key.{key_id}')
    assert data_of(sealed.seal(bytes(32), '', data_of(description['iv']))['mac']) == data_of(description['mac']), 'check'
    answer = account.ask('POST', 'keys/query', {'device_keys': {account.id: []}})
    public: dict[str, bytes] = {}
    for usage in USAGES:
        key = SigningKey(secret(account, sealed, key_id, f'm.cross_signing.{usage}'))
        public[usage] = bytes(key.verify_key)
        published = answer[f'{usage}_keys'][account.id]
        assert published['usage'] == [usage] and published['user_id'] == account.id, usage
        assert published['keys'] == {f'ed25519:{text(public[usage])}': text(public[usage])}, usage
        if usage != 'master':
            verify(published, account.id, text(public['master']), public['master'])
    for device in devices:
        keys = answer['device_keys'][account.id][device]
        signing = data_of(keys['keys'][f'ed25519:{device}'])
        verify(keys, account.id, device, signing)
        verify(keys, account.id, text(public['self_signing']), public['self_signing'])
        verify(answer['master_keys'][account.id], account.id, device, signing)
    version = account.ask('GET', 'room_keys/version')
    private = X25519PrivateKey.from_private_bytes(secret(account, sealed, key_id, BACKUP))
    assert version['auth_data']['public_key'] == text(private.public_key().public_bytes_raw()), 'backup'
    verify(version['auth_data'], account.id, text(public['master']), public['master'])
    assert account.ask('GET', f'user/{account.id}/account_data/m.key_backup') == {'enabled': True}, 'm.key_backup'


def back_up(content: JSON, owner: X25519PrivateKey) -> JSON:
    ephemeral = X25519PrivateKey.generate()
    keys = HKDF(hashes.SHA256(), 80, bytes(32), b'').derive(ephemeral.exchange(owner.public_key()))
    padder = padding.PKCS7(128).padder()
    padded = padder.update(json.dumps(content).encode()) + padder.finalize()
    encryptor = Cipher(algorithms.AES(keys[:32]), modes.CBC(keys[64:])).encryptor()
    return {'ephemeral': text(ephemeral.public_key().public_bytes_raw()),
            'ciphertext': text(encryptor.update(padded) + encryptor.finalize()),
            'mac': text(hmac.digest(keys[32:64], b'', 'sha256')[:8])}


def furnish(account: Any, passphrase: str, session: JSON) -> None:
    """Sets an account up as another client does: a passphrase, an identity, and a backup with one key."""
    salt, rounds = 'Zm9v/é', 1000
    sealed = Sealed(hashlib.pbkdf2_hmac('sha512', passphrase.encode(), salt.encode(), rounds, 32))
    keys = {usage: SigningKey.generate() for usage in USAGES}
    owner = X25519PrivateKey.generate()

    def put(name: str, content: JSON) -> None:
        account.ask('PUT', f'user/{account.id}/account_data/{name}', content)

    put('m.secret_storage.key.theirs', {**sealed.description(), 'name': 'Their key', 'passphrase': {
        'algorithm': 'm.pbkdf2', 'salt': salt, 'iterations': rounds, 'bits': 256}})
    put('m.secret_storage.default_key', {'key': 'theirs'})
    seeds = {f'm.cross_signing.{usage}': bytes(key) for usage, key in keys.items()}
    for name, seed in {**seeds, BACKUP: owner.private_bytes_raw()}.items():
        put(name, {'encrypted': {'theirs': sealed.seal(text(seed).encode(), name)}})
    objects: JSON = {}
    for usage, key in keys.items():
        public = text(bytes(key.verify_key))
        unsigned = {'user_id': account.id, 'usage': [usage], 'keys': {f'ed25519:{public}': public}}
        objects[f'{usage}_key'] = unsigned if usage == 'master' else sign(unsigned, account.id, keys['master'])
    account.ask('POST', 'keys/device_signing/upload', objects)
    auth_data = sign({'public_key': text(owner.public_key().public_bytes_raw())}, account.id, keys['master'])
    version = account.ask('POST', 'room_keys/version', {'algorithm': ALGORITHM, 'auth_data': auth_data})['version']
    content = {'algorithm': 'm.megolm.v1.aes-sha2', 'forwarding_curve25519_key_chain': [], 'sender_key': 'theirs',
               'sender_claimed_keys': {'ed25519': 'claimed'}, 'session_key': session['session_key']}
    entry = {'first_message_index': 0, 'forwarded_count': 0, 'is_verified': False, 'session_data': back_up(content, owner)}
    account.ask('PUT', f'room_keys/keys?version={version}',
                {'rooms': {session['room']: {'sessions': {session['session_id']: entry}}}})

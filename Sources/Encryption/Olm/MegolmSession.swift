package import Ciphers

/// The ratchet of a room's session: four secrets, of which a step replaces the last, and every 2⁸, 2¹⁶ and 2²⁴ steps more of them.
struct MegolmRatchet {
  /// 32 bytes each.
  private(set) var parts: [Secret]
  private(set) var index: UInt32

  init(parts: [Secret], index: UInt32) {
    (self.parts, self.index) = (parts, index)
  }

  /// Reads the index and the four secrets, in the layout that all forms share.
  init(index: SecretSlice, parts: SecretSlice) {
    self.index = index.withBytes { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    let parts = parts.copy()
    self.parts = (0..<4).map { parts[$0 * 32..<$0 * 32 + 32].copy() }
  }

  /// The bytes of the index, most significant first, and the four secrets.
  var bytes: [any RawBytes] { [withUnsafeBytes(of: index.bigEndian) { Array($0) }] + parts }

  func messageKeys(_ suite: CipherSuite) throws(OlmError) -> MessageKeys {
    try MessageKeys(Secret(joining: parts), info: "MEGOLM_KEYS", suite)
  }

  /// Moves forward, by at most 4 × 256 hashes. There is no way back.
  mutating func advance(to target: UInt32, _ suite: CipherSuite) throws(OlmError) {
    precondition(target >= index, "a ratchet goes forward")
    for part in 0..<4 {
      let shift = UInt32(24 - 8 * part)
      // The steps of this part; then it is at a multiple of 2 to the shift, and the parts below start anew.
      let steps = (target >> shift) - (index >> shift)
      guard steps > 0 else { continue }
      for _ in 1..<steps { try derive(part, from: part, suite) }
      for below in (part..<4).reversed() { try derive(below, from: part, suite) }
      index = (target >> shift) << shift
    }
  }

  private mutating func derive(_ part: Int, from source: Int, _ suite: CipherSuite) throws(OlmError) {
    let source = parts[source]
    parts[part] = try ciphered(suite.secretHMAC(source, over: [UInt8(part)]))
  }

  /// Whether both are at the same place of the same session.
  func isEqual(_ other: MegolmRatchet, _ suite: CipherSuite) -> Bool {
    index == other.index && suite.isEqual(Secret(joining: parts), Secret(joining: other.parts))
  }
}

/// A room's session for writing: what this device encrypts in a room until the next rotation.
///
/// Store it together with the message it encrypted, before that is sent: the same key must never encrypt two texts.
package struct OutboundMegolmSession {
  let suite: CipherSuite
  let signing: Ed25519PrivateKey
  private(set) var ratchet: MegolmRatchet

  /// Makes a new session.
  package init(randomWith suite: CipherSuite) throws(OlmError) {
    let parts = try ciphered((0..<4).map { _ throws(CipherError) in try suite.randomSecret(count: 32) })
    let signing = try ciphered(Ed25519PrivateKey(randomWith: suite))
    self.init(suite, signing: signing, MegolmRatchet(parts: parts, index: 0))
  }

  init(_ suite: CipherSuite, signing: Ed25519PrivateKey, _ ratchet: MegolmRatchet) {
    (self.suite, self.signing, self.ratchet) = (suite, signing, ratchet)
  }

  /// The id of the session: its public key in base64.
  package var id: String { signing.publicKey.base64 }

  /// The index of the next message.
  package var index: UInt32 { ratchet.index }

  /// Encrypts a text.
  package mutating func encrypt(_ text: some RawBytes) throws(OlmError) -> MegolmMessage {
    guard ratchet.index < .max else { throw .sessionExhausted }
    let message = try MegolmMessage(index: ratchet.index, text, ratchet.messageKeys(suite)) {
      signed throws(OlmError) in
      try ciphered(signing.sign(signed, using: suite))
    }
    var next = ratchet
    try next.advance(to: next.index + 1, suite)
    ratchet = next
    return message
  }

  /// The session from the next message on, as `m.room_key` shares it: base64, signed by the session's own key.
  package func sharedForm() throws(OlmError) -> Secret {
    let form = Secret(joining: [[SessionForm.shared.rawValue]] + ratchet.bytes + [signing.publicKey])
    let signature = try ciphered(signing.sign(form, using: suite))
    return Base64.encode(Secret(joining: [form, signature]))
  }

  /// The session for reading from the next message on. Without it this device could not read the echo of its own messages.
  package func inbound() -> InboundMegolmSession {
    InboundMegolmSession(suite, publicKey: signing.publicKey, first: ratchet)
  }
}

/// The two forms in which a session is given to others, by their first byte.
private enum SessionForm: UInt8 {
  /// Not signed, for the backup and for other devices of the same person.
  case exported = 1
  /// Signed by the session's key.
  case shared = 2
}

/// A room's session for reading: the messages of one device from an index on.
package struct InboundMegolmSession {
  let suite: CipherSuite
  let publicKey: Ed25519PublicKey
  private(set) var first: MegolmRatchet
  /// The ratchet at the newest message that was read, because messages mostly come in order. Not stored.
  private var latest: MegolmRatchet

  init(_ suite: CipherSuite, publicKey: Ed25519PublicKey, first: MegolmRatchet) {
    (self.suite, self.publicKey, self.first, latest) = (suite, publicKey, first, first)
  }

  /// Reads the form of `m.room_key`, base64, and checks its signature.
  package init(shared text: some RawBytes, with suite: CipherSuite) throws(OlmError) {
    try self.init(text, .shared, suite)
  }

  /// Reads the form of a backup or a forwarded key, base64. It proves nothing about where it comes from.
  package init(exported text: some RawBytes, with suite: CipherSuite) throws(OlmError) {
    try self.init(text, .exported, suite)
  }

  private init(_ text: some RawBytes, _ form: SessionForm, _ suite: CipherSuite) throws(OlmError) {
    let bytes = try ciphered(Base64.decode(text))
    let version = bytes.withBytes(\.first)
    guard let version else { throw .malformed }
    guard version == form.rawValue else { throw .unknownVersion(version) }
    guard bytes.count == (form == .shared ? 229 : 165) else { throw .malformed }
    let key = try ciphered(Ed25519PublicKey(bytes[133..<165].withBytes { Array($0) }))
    if form == .shared { try verify(bytes[165..<229], of: bytes[0..<165], by: key, suite) }
    self.init(suite, publicKey: key, first: MegolmRatchet(index: bytes[1..<5], parts: bytes[5..<133]))
  }

  /// The id of the session: its public key in base64.
  package var id: String { publicKey.base64 }

  /// The index of the first message that can be read.
  package var firstKnownIndex: UInt32 { first.index }

  /// Decrypts a message.
  ///
  /// The caller remembers which event had which index, as a second event with the same index is a replay.
  package mutating func decrypt(_ message: MegolmMessage) throws(OlmError) -> [UInt8] {
    try verify(message.signature, of: message.signed, by: publicKey, suite)
    guard message.index >= first.index else {
      throw .beforeFirstKnownIndex(index: message.index, first: first.index)
    }
    var ratchet = message.index >= latest.index ? latest : first
    try ratchet.advance(to: message.index, suite)
    let keys = try ratchet.messageKeys(suite)
    let text = try keys.open(message.ciphertext, mac: message.mac, over: message.covered)
    if ratchet.index > latest.index { latest = ratchet }
    return text.withBytes { Array($0) }
  }

  /// The session from an index on, as a backup and forwarded keys have it, base64.
  package func exportedForm(from index: UInt32) throws(OlmError) -> Secret {
    guard index >= first.index else { throw .beforeFirstKnownIndex(index: index, first: first.index) }
    var ratchet = first
    try ratchet.advance(to: index, suite)
    return Base64.encode(Secret(joining: [[SessionForm.exported.rawValue]] + ratchet.bytes + [publicKey]))
  }

  /// Extends the session to earlier messages that another form of it can read.
  ///
  /// - Returns: whether there were any. Throws `notSameSession` if the other one does not lead to the same keys.
  package mutating func extend(with other: InboundMegolmSession) throws(OlmError) -> Bool {
    guard other.publicKey == publicKey else { throw .notSameSession }
    var (earlier, later) = (other.first, first)
    if earlier.index > later.index { swap(&earlier, &later) }
    try earlier.advance(to: later.index, suite)
    guard earlier.isEqual(later, suite) else { throw .notSameSession }
    guard other.first.index < first.index else { return false }
    first = other.first
    return true
  }
}

private func verify(
  _ signature: some RawBytes, of text: some RawBytes, by key: Ed25519PublicKey, _ suite: CipherSuite
) throws(OlmError) {
  do throws(CipherError) {
    try key.verify(signature, of: text, using: suite)
  } catch {
    throw error == .wrongSignature ? .wrongSignature : .cipher(error)
  }
}

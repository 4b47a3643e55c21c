package import Ciphers

/// A message of an Olm session.
package enum OlmMessage: Hashable, Sendable {
  /// Type 0: carries what the other side needs to make the session, until a first answer arrived.
  case preKey(PreKeyMessage)
  /// Type 1.
  case normal(RatchetMessage)

  /// Reads a message as an event has it.
  ///
  /// - Parameters:
  ///   - type: the field `type`.
  ///   - body: the field `body`, base64.
  package init(type: Int, body: String) throws(OlmError) {
    let bytes = try ciphered(Base64.bytes(body))
    switch type {
    case 0: self = .preKey(try PreKeyMessage(bytes))
    case 1: self = .normal(try RatchetMessage(bytes))
    default: throw .malformed
    }
  }

  /// The field `type` of an event.
  package var type: Int { if case .preKey = self { 0 } else { 1 } }

  /// The field `body` of an event, base64.
  package var body: String {
    switch self {
    case .preKey(let message): Base64.text(message.bytes)
    case .normal(let message): Base64.text(message.bytes)
    }
  }
}

/// The first message of a session, which wraps a normal one. It has no MAC: its keys are authenticated by the message inside.
package struct PreKeyMessage: Hashable, Sendable {
  /// The one-time or fallback key of the recipient.
  package let oneTimeKey: X25519PublicKey
  /// The key that the sender made for the session.
  package let baseKey: X25519PublicKey
  /// The sender's identity key.
  package let identityKey: X25519PublicKey
  /// The message inside.
  package let message: RatchetMessage
  /// The message as it is sent.
  package let bytes: [UInt8]

  /// Reads the fields. The session verifies the MAC.
  package init(_ bytes: [UInt8]) throws(OlmError) {
    var fields = try FieldReader(version: 3, bytes[...])
    var found: [UInt64: ArraySlice<UInt8>] = [:]
    while let field = try fields.next() {
      guard (1...4).contains(field.tag) else { continue }
      guard case .bytes(let tag, let content) = field, found.updateValue(content, forKey: tag) == nil else {
        throw .malformed
      }
    }
    func key(_ tag: UInt64) throws(OlmError) -> X25519PublicKey {
      guard let content = found[tag] else { throw .malformed }
      return try ciphered(X25519PublicKey(Array(content)))
    }
    guard let content = found[4] else { throw .malformed }
    oneTimeKey = try key(1)
    baseKey = try key(2)
    identityKey = try key(3)
    message = try RatchetMessage(Array(content))
    self.bytes = bytes
  }

  init(
    oneTimeKey: X25519PublicKey, baseKey: X25519PublicKey, identityKey: X25519PublicKey,
    _ message: RatchetMessage
  ) {
    (self.oneTimeKey, self.baseKey, self.identityKey) = (oneTimeKey, baseKey, identityKey)
    self.message = message
    var fields = FieldWriter(version: 3)
    fields.write(1, oneTimeKey.bytes)
    fields.write(2, baseKey.bytes)
    fields.write(3, identityKey.bytes)
    fields.write(4, message.bytes)
    bytes = fields.bytes
  }
}

/// A message of a ratchet: the sender's ratchet key, the index in its chain, ciphertext, and a MAC over all that.
package struct RatchetMessage: Hashable, Sendable {
  package let ratchetKey: X25519PublicKey
  package let index: UInt64
  let ciphertext: [UInt8]
  /// The message as it is sent.
  package let bytes: [UInt8]
  static let macCount = 8

  /// Reads the fields. The session verifies the MAC.
  package init(_ bytes: [UInt8]) throws(OlmError) {
    var fields = try FieldReader(version: 3, bytes.dropLast(Self.macCount))
    var (key, index, ciphertext): (ArraySlice<UInt8>?, UInt64?, ArraySlice<UInt8>?)
    while let field = try fields.next() {
      switch field {
      case .bytes(1, let content) where key == nil: key = content
      case .number(2, let number) where index == nil: index = number
      case .bytes(4, let content) where ciphertext == nil: ciphertext = content
      case _ where [1, 2, 4].contains(field.tag): throw .malformed
      default: break
      }
    }
    guard let key, let index, let ciphertext else { throw .malformed }
    ratchetKey = try ciphered(X25519PublicKey(Array(key)))
    (self.index, self.ciphertext, self.bytes) = (index, Array(ciphertext), bytes)
  }

  init(
    ratchetKey: X25519PublicKey, index: UInt64, _ text: some RawBytes, _ keys: MessageKeys
  ) throws(OlmError) {
    (self.ratchetKey, self.index) = (ratchetKey, index)
    ciphertext = try keys.encrypt(text)
    var fields = FieldWriter(version: 3)
    fields.write(1, ratchetKey.bytes)
    fields.write(2, number: index)
    fields.write(4, ciphertext)
    bytes = fields.bytes + (try keys.mac(over: fields.bytes[...]))
  }

  /// Everything that the MAC covers.
  var covered: ArraySlice<UInt8> { bytes.dropLast(Self.macCount) }
  var mac: ArraySlice<UInt8> { bytes.suffix(Self.macCount) }
}

/// A message of a room's session: the index, ciphertext, a MAC over both, and a signature over all that.
package struct MegolmMessage: Hashable, Sendable {
  /// The index of its key in the session.
  package let index: UInt32
  let ciphertext: [UInt8]
  /// The message as it is sent.
  package let bytes: [UInt8]
  static let signatureCount = 64
  private static let macCount = 8

  /// Reads a message as an event has it, base64.
  package init(base64: String) throws(OlmError) {
    try self.init(ciphered(Base64.bytes(base64)))
  }

  /// Reads the fields. The session verifies MAC and signature.
  package init(_ bytes: [UInt8]) throws(OlmError) {
    var fields = try FieldReader(version: 3, bytes.dropLast(Self.macCount + Self.signatureCount))
    var (index, ciphertext): (UInt32?, ArraySlice<UInt8>?)
    while let field = try fields.next() {
      switch field {
      case .number(1, let number) where index == nil && number <= UInt32.max: index = UInt32(number)
      case .bytes(2, let content) where ciphertext == nil: ciphertext = content
      case _ where [1, 2].contains(field.tag): throw .malformed
      default: break
      }
    }
    guard let index, let ciphertext else { throw .malformed }
    (self.index, self.ciphertext, self.bytes) = (index, Array(ciphertext), bytes)
  }

  init(
    index: UInt32, _ text: some RawBytes, _ keys: MessageKeys,
    signedBy sign: ([UInt8]) throws(OlmError) -> [UInt8]
  ) throws(OlmError) {
    self.index = index
    ciphertext = try keys.encrypt(text)
    var fields = FieldWriter(version: 3)
    fields.write(1, number: UInt64(index))
    fields.write(2, ciphertext)
    let signed = fields.bytes + (try keys.mac(over: fields.bytes[...]))
    bytes = signed + (try sign(signed))
  }

  /// Everything that the MAC covers.
  var covered: ArraySlice<UInt8> { signed.dropLast(Self.macCount) }
  var mac: ArraySlice<UInt8> { signed.suffix(Self.macCount) }
  /// Everything that the signature covers.
  var signed: ArraySlice<UInt8> { bytes.dropLast(Self.signatureCount) }
  var signature: ArraySlice<UInt8> { bytes.suffix(Self.signatureCount) }

  /// The message in base64.
  package var base64: String { Base64.text(bytes) }
}

/// Reads the fields of a message: a tag, then a number or bytes with their count. Their order is free.
///
/// Unknown fields are skipped. A repeated known field would make the message ambiguous, so it is refused, as is one of another
/// type.
private struct FieldReader {
  enum Field {
    case number(UInt64, UInt64)
    case bytes(UInt64, ArraySlice<UInt8>)

    var tag: UInt64 {
      switch self {
      case .number(let tag, _), .bytes(let tag, _): tag
      }
    }
  }

  private var rest: ArraySlice<UInt8>

  init(version: UInt8, _ bytes: ArraySlice<UInt8>) throws(OlmError) {
    guard let first = bytes.first else { throw .malformed }
    guard first == version else { throw .unknownVersion(first) }
    rest = bytes.dropFirst()
  }

  /// The next field, known or not; nil at the end.
  mutating func next() throws(OlmError) -> Field? {
    guard !rest.isEmpty else { return nil }
    let head = try number()
    let tag = head >> 3
    guard tag > 0 else { throw .malformed }
    switch head & 7 {
    case 0: return .number(tag, try number())
    case 2:
      guard let count = Int(exactly: try number()), count <= rest.count else { throw .malformed }
      defer { rest = rest.dropFirst(count) }
      return .bytes(tag, rest.prefix(count))
    default: throw .malformed
    }
  }

  /// A number of 7 bits a byte, least significant first, with at most 64 bits in 10 bytes.
  private mutating func number() throws(OlmError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, through: 63, by: 7) {
      guard let byte = rest.popFirst() else { throw .malformed }
      guard shift < 63 || byte <= 1 else { throw .malformed }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw .malformed
  }
}

/// Writes the fields of a message.
private struct FieldWriter {
  private(set) var bytes: [UInt8]

  init(version: UInt8) { bytes = [version] }

  mutating func write(_ tag: UInt64, number: UInt64) {
    write(tag << 3)
    write(number)
  }

  mutating func write(_ tag: UInt64, _ content: [UInt8]) {
    write(tag << 3 | 2)
    write(UInt64(content.count))
    bytes += content
  }

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

package import Ciphers

/// The keys under which accounts and sessions are stored: derived from the secret of the profile, which is in another file.
///
/// A copied database is of no use without that file. Layout: "IK", the kind, the version, a nonce of 16 bytes, ciphertext, and
/// a MAC of 32 bytes over all before it. Only this program reads it.
package struct PickleKey {
  private let keys: Secret
  private let suite: CipherSuite

  /// - Parameter profileKey: 32 random bytes.
  package init(profileKey: Secret, with suite: CipherSuite) throws(OlmError) {
    keys = try ciphered(suite.hkdf(64, from: profileKey, info: Array("inkwell.pickle.1".utf8)))
    self.suite = suite
  }

  fileprivate enum Kind: UInt8 {
    case account = 1
    case session = 2
    case outboundMegolm = 3
    case inboundMegolm = 4
  }

  private static let version: UInt8 = 1
  private static let name = Array("IK".utf8)
  private static let contentStart = 20
  private static let macCount = 32

  fileprivate func seal(_ kind: Kind, _ parts: [any RawBytes]) throws(OlmError) -> [UInt8] {
    let nonce = try ciphered(suite.randomBytes(count: 16))
    let ciphertext = try ciphered(suite.encryptCTR(Secret(joining: parts), key: keys[0..<32], iv: nonce))
    let covered = Self.name + [kind.rawValue, Self.version] + nonce + ciphertext
    return covered + (try ciphered(suite.hmac(keys[32..<64], over: covered)))
  }

  fileprivate func open(_ kind: Kind, _ pickle: [UInt8]) throws(OlmError) -> PickleReader {
    guard pickle.count >= Self.contentStart + Self.macCount, pickle.starts(with: Self.name + [kind.rawValue])
    else {
      throw .pickleDamaged
    }
    guard pickle[3] == Self.version else { throw .unknownVersion(pickle[3]) }
    let covered = pickle.dropLast(Self.macCount)
    let mac = try ciphered(suite.hmac(keys[32..<64], over: covered))
    guard suite.isEqual(mac, pickle.suffix(Self.macCount)) else { throw .pickleDamaged }
    let content = try ciphered(
      try suite.decryptCTR(
        covered.dropFirst(Self.contentStart), key: keys[0..<32], iv: pickle[4..<Self.contentStart]))
    return PickleReader(content)
  }
}

extension Account {
  /// The account in the form in which it is stored.
  package func pickle(with key: PickleKey) throws(OlmError) -> [UInt8] {
    var parts: [any RawBytes] = [signing.secret, signing.publicKey, identity.secret, identity.publicKey]
    parts += [bytes(nextID), [UInt8(oneTimeKeys.count)]]
    for key in oneTimeKeys { parts += key.parts }
    for fallback in [fallbackKey, formerFallbackKey] {
      guard let fallback else {
        parts.append([UInt8(0)])
        continue
      }
      parts.append([UInt8(1)])
      parts += fallback.key.parts
      parts.append(bytes(UInt64(fallback.sessions.count)))
      parts += Array(fallback.sessions) as [any RawBytes]
    }
    return try key.seal(.account, parts)
  }

  /// Reads a stored account.
  package init(pickle: [UInt8], key: PickleKey, with suite: CipherSuite) throws(OlmError) {
    var reader = try key.open(.account, pickle)
    let signing = Ed25519PrivateKey(stored: try reader.secret(), publicKey: try reader.signingKey())
    let identity = try reader.privateKey()
    let nextID = try reader.number()
    let oneTimeKeys = try reader.list(upTo: Self.mostOneTimeKeys) { reader throws(OlmError) in
      try reader.oneTimeKey(before: nextID)
    }
    let fallbackKey = try reader.fallbackKey(before: nextID)
    let formerFallbackKey = try reader.fallbackKey(before: nextID)
    try reader.end()
    self.init(
      suite, identity: identity, signing: signing, oneTimeKeys: oneTimeKeys, fallbackKey: fallbackKey,
      formerFallbackKey: formerFallbackKey, nextID: nextID)
  }
}

extension Account.OneTimeKey {
  fileprivate var parts: [any RawBytes] {
    [bytes(id.number), [UInt8(isPublished ? 1 : 0)], key.secret, key.publicKey]
  }
}

extension OlmSession {
  /// The session in the form in which it is stored.
  package func pickle(with key: PickleKey) throws(OlmError) -> [UInt8] {
    var parts: [any RawBytes] = [peer, keys.identity, keys.base, keys.oneTime]
    parts += [[UInt8(hasReceived ? 1 : 0)], root]
    switch sending {
    case .waiting(let theirs): parts += [[UInt8(0)], theirs]
    case .active(let own, let chain):
      parts += [[UInt8(1)], own.secret, own.publicKey, chain.key, bytes(chain.index)]
    }
    parts.append([UInt8(receiving.count)])
    for chain in receiving {
      parts += [chain.ratchetKey, chain.chain.key, bytes(chain.chain.index), [UInt8(chain.skipped.count)]]
      for skipped in chain.skipped { parts += [bytes(skipped.index), skipped.key] }
    }
    return try key.seal(.session, parts)
  }

  /// Reads a stored session.
  package init(pickle: [UInt8], key: PickleKey, with suite: CipherSuite) throws(OlmError) {
    var reader = try key.open(.session, pickle)
    let peer = try reader.publicKey()
    let keys = Keys(
      identity: try reader.publicKey(), base: try reader.publicKey(), oneTime: try reader.publicKey())
    let hasReceived = try reader.flag()
    let root = try reader.secret()
    let sending: Sending
    if try reader.flag() {
      sending = .active(try reader.privateKey(), try reader.chain())
    } else {
      sending = .waiting(try reader.publicKey())
    }
    let receiving = try reader.list(upTo: Self.mostReceivingChains) { reader throws(OlmError) in
      ReceivingChain(
        ratchetKey: try reader.publicKey(), chain: try reader.chain(),
        skipped: try reader.list(upTo: ReceivingChain.mostSkipped) { reader throws(OlmError) in
          ReceivingChain.Skipped(index: try reader.number(), key: try reader.secret())
        })
    }
    try reader.end()
    self.init(
      suite, peer: peer, keys: keys, hasReceived: hasReceived, root: root, sending: sending,
      receiving: receiving)
  }
}

extension OutboundMegolmSession {
  /// The session in the form in which it is stored.
  package func pickle(with key: PickleKey) throws(OlmError) -> [UInt8] {
    try key.seal(.outboundMegolm, [signing.secret, signing.publicKey] + ratchet.bytes)
  }

  /// Reads a stored session.
  package init(pickle: [UInt8], key: PickleKey, with suite: CipherSuite) throws(OlmError) {
    var reader = try key.open(.outboundMegolm, pickle)
    let signing = Ed25519PrivateKey(stored: try reader.secret(), publicKey: try reader.signingKey())
    self.init(suite, signing: signing, try reader.ratchet())
    try reader.end()
  }
}

extension InboundMegolmSession {
  /// The session in the form in which it is stored: from its first known index on.
  package func pickle(with key: PickleKey) throws(OlmError) -> [UInt8] {
    try key.seal(.inboundMegolm, [publicKey] + first.bytes)
  }

  /// Reads a stored session.
  package init(pickle: [UInt8], key: PickleKey, with suite: CipherSuite) throws(OlmError) {
    var reader = try key.open(.inboundMegolm, pickle)
    self.init(suite, publicKey: try reader.signingKey(), first: try reader.ratchet())
    try reader.end()
  }
}

/// The bytes of a number, most significant first.
private func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

/// Reads the content of a pickle. Its MAC was right, so an error means a bug in this version of the program or another one.
private struct PickleReader {
  private let content: Secret
  private var position = 0

  init(_ content: Secret) { self.content = content }

  private mutating func take(_ count: Int) throws(OlmError) -> SecretSlice {
    guard count <= content.count - position else { throw .pickleDamaged }
    defer { position += count }
    return content[position..<position + count]
  }

  func end() throws(OlmError) { guard position == content.count else { throw .pickleDamaged } }

  mutating func secret() throws(OlmError) -> Secret { try take(32).copy() }

  private mutating func array() throws(OlmError) -> [UInt8] { try take(32).withBytes { Array($0) } }

  mutating func publicKey() throws(OlmError) -> X25519PublicKey {
    let bytes = try array()
    return try ciphered(X25519PublicKey(bytes))
  }

  mutating func signingKey() throws(OlmError) -> Ed25519PublicKey {
    let bytes = try array()
    return try ciphered(Ed25519PublicKey(bytes))
  }

  mutating func privateKey() throws(OlmError) -> X25519PrivateKey {
    X25519PrivateKey(stored: try secret(), publicKey: try publicKey())
  }

  private mutating func byte() throws(OlmError) -> UInt8 { try take(1).withBytes { $0[0] } }

  mutating func flag() throws(OlmError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .pickleDamaged }
    return byte == 1
  }

  mutating func number() throws(OlmError) -> UInt64 {
    try take(8).withBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
  }

  mutating func list<Element>(
    upTo most: Int, _ read: (inout PickleReader) throws(OlmError) -> Element
  ) throws(OlmError) -> [Element] {
    let count = Int(try byte())
    guard count <= most else { throw .pickleDamaged }
    var list: [Element] = []
    for _ in 0..<count { list.append(try read(&self)) }
    return list
  }

  mutating func oneTimeKey(before nextID: UInt64) throws(OlmError) -> Account.OneTimeKey {
    let id = try number()
    guard id < nextID else { throw .pickleDamaged }
    let isPublished = try flag()
    return Account.OneTimeKey(id: KeyID(number: id), key: try privateKey(), isPublished: isPublished)
  }

  mutating func fallbackKey(before nextID: UInt64) throws(OlmError) -> Account.FallbackKey? {
    guard try flag() else { return nil }
    var fallback = Account.FallbackKey(key: try oneTimeKey(before: nextID))
    let count = try number()
    guard count <= Account.mostFallbackSessions else { throw .pickleDamaged }
    for _ in 0..<count { fallback.sessions.insert(try array()) }
    return fallback
  }

  mutating func chain() throws(OlmError) -> RatchetChain {
    RatchetChain(key: try secret(), index: try number())
  }

  mutating func ratchet() throws(OlmError) -> MegolmRatchet {
    MegolmRatchet(index: try take(4), parts: try take(128))
  }
}

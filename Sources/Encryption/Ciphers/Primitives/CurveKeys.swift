/// A curve, which decides what its keys are for.
package protocol Curve: Sendable {
  /// The library's number for keys of the curve.
  static var number: Int32 { get }
  /// Whether 32 bytes from another person are an acceptable public key.
  static func isUsable(_ key: [UInt8]) -> Bool
}

/// The curve for key agreement (RFC 7748).
package enum X25519: Curve {
  package static let number: Int32 = 1034

  /// Refuses the points with which every agreement gives 0.
  package static func isUsable(_ key: [UInt8]) -> Bool {
    key[31] < 0x80 && FieldElement.isCanonical(key) && !FieldElement.lowOrderOfX25519.contains(key)
  }
}

/// The curve for signatures (RFC 8032).
package enum Ed25519: Curve {
  package static let number: Int32 = 1087

  /// Refuses the points of small order, for which signatures exist that fit any text (libcrypto accepts them).
  package static func isUsable(_ key: [UInt8]) -> Bool {
    var ordinate = key
    // The highest bit is the sign of the other coordinate.
    ordinate[31] &= 0x7F
    return FieldElement.isCanonical(ordinate) && !FieldElement.smallOrderOfEd25519.contains(ordinate)
  }
}

/// A public Curve25519 key for key agreement.
package typealias X25519PublicKey = PublicKey<X25519>
/// A private Curve25519 key for key agreement.
package typealias X25519PrivateKey = PrivateKey<X25519>
/// A public Ed25519 key, which checks signatures.
package typealias Ed25519PublicKey = PublicKey<Ed25519>
/// A private Ed25519 key, which signs.
package typealias Ed25519PrivateKey = PrivateKey<Ed25519>

/// The half of a key that others get.
package struct PublicKey<KeyCurve: Curve>: Hashable, Sendable, RawBytes {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Takes a key of another person.
  ///
  /// Non-canonical encodings are refused as well as unusable keys, because a session's id is derived from its keys.
  package init(_ bytes: [UInt8]) throws(CipherError) {
    guard bytes.count == 32 else { throw .wrongSize(expected: 32, found: bytes.count) }
    guard KeyCurve.isUsable(bytes) else { throw .unusablePublicKey }
    self.bytes = bytes
  }

  /// Takes a key in base64.
  package init(base64: String) throws(CipherError) { try self.init(Base64.bytes(base64)) }

  /// Takes a key that was made here.
  fileprivate init(own bytes: [UInt8]) { self.bytes = bytes }

  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try bytes.withBytes(body) }

  /// The key in base64.
  package var base64: String { Base64.text(bytes) }
}

/// Both halves of a key.
package final class PrivateKey<KeyCurve: Curve> {
  /// The 32 secret bytes, which RFC 8032 calls the seed.
  package let secret: Secret
  /// The half that others get.
  package let publicKey: PublicKey<KeyCurve>
  private var object: KeyObject?

  /// Takes both halves of a key that was stored. Computing the public half costs as much as an agreement or a signature.
  package init(stored secret: Secret, publicKey: PublicKey<KeyCurve>) {
    self.secret = secret
    self.publicKey = publicKey
  }

  /// Computes the public key of a secret.
  package init(_ secret: Secret, with suite: CipherSuite) throws(CipherError) {
    let object = try KeyObject(KeyCurve.self, secret, suite.library)
    self.secret = secret
    self.object = object
    publicKey = PublicKey(own: try object.publicKey())
  }

  /// Makes a new key.
  package convenience init(randomWith suite: CipherSuite) throws(CipherError) {
    try self.init(suite.randomSecret(count: 32), with: suite)
  }

  private func kept(in library: LibCrypto) throws(CipherError) -> KeyObject {
    if let object { return object }
    let made = try KeyObject(KeyCurve.self, secret, library)
    object = made
    return made
  }
}

extension PrivateKey<X25519> {
  /// The secret that both sides compute.
  package func agree(with other: X25519PublicKey, using suite: CipherSuite) throws(CipherError) -> Secret {
    try kept(in: suite.library).agree(with: KeyObject(X25519.self, other, suite.library))
  }
}

extension PrivateKey<Ed25519> {
  /// The signature of a text, 64 bytes.
  package func sign(_ text: some RawBytes, using suite: CipherSuite) throws(CipherError) -> [UInt8] {
    try kept(in: suite.library).sign(text)
  }
}

extension PublicKey<Ed25519> {
  /// Throws `wrongSignature` unless the signature belongs to the text.
  package func verify(
    _ signature: some RawBytes, of text: some RawBytes, using suite: CipherSuite
  ) throws(CipherError) {
    try KeyObject(Ed25519.self, self, suite.library).verify(signature, of: text)
  }
}

/// Numbers modulo p = 2²⁵⁵ - 19, least significant byte first.
private enum FieldElement {
  /// Whether the number is below p.
  static func isCanonical(_ bytes: [UInt8]) -> Bool {
    !(bytes[0] >= 0xED && bytes[1..<31].allSatisfy { $0 == 0xFF } && bytes[31] == 0x7F)
  }

  /// The points of low order, by their first coordinate on the Montgomery curve: 0, 1, two of order 8, and p - 1.
  static let lowOrderOfX25519: Set<[UInt8]> = [
    number(first: 0x00), number(first: 0x01),
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
      0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
      0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
      0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
    number(first: 0xEC, middle: 0xFF, last: 0x7F),
  ]

  /// The points of small order, by their second coordinate on the Edwards curve: 1 (order 1), p - 1 (order 2), 0 (order 4),
  /// and two of order 8. Each is refused with either sign.
  static let smallOrderOfEd25519: Set<[UInt8]> = [
    number(first: 0x01), number(first: 0xEC, middle: 0xFF, last: 0x7F), number(first: 0x00),
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
      0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
      0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
    ],
  ]

  private static func number(first: UInt8, middle: UInt8 = 0, last: UInt8 = 0) -> [UInt8] {
    [first] + [UInt8](repeating: middle, count: 30) + [last]
  }
}

/// A key in libcrypto's form. Keeping it makes the next agreement or signature twice as fast. The library wipes it when it is
/// freed.
private final class KeyObject {
  private let library: LibCrypto
  private let key: LibCrypto.Object

  /// A private key from its secret.
  init(_ curve: any Curve.Type, _ secret: Secret, _ library: LibCrypto) throws(CipherError) {
    self.library = library
    guard secret.count == 32 else { throw .wrongSize(expected: 32, found: secret.count) }
    let key = secret.withBytes { library.makePrivateKey(curve.number, nil, $0.start, $0.count) }
    self.key = try library.made(key, "EVP_PKEY_new_raw_private_key")
  }

  /// A public key from its bytes.
  init(_ curve: any Curve.Type, _ publicKey: some RawBytes, _ library: LibCrypto) throws(CipherError) {
    self.library = library
    let key = publicKey.withBytes { library.makePublicKey(curve.number, nil, $0.start, $0.count) }
    self.key = try library.made(key, "EVP_PKEY_new_raw_public_key")
  }

  deinit { library.freeKey(key) }

  func publicKey() throws(CipherError) -> [UInt8] {
    try CipherSuite.bytes(count: 32) { bytes throws(CipherError) in
      var count = bytes.count
      try library.check(library.readPublicKey(key, bytes.start, &count), "EVP_PKEY_get_raw_public_key")
    }
  }

  func agree(with other: KeyObject) throws(CipherError) -> Secret {
    let context = try library.made(library.makeKeyContext(key, nil), "EVP_PKEY_CTX_new")
    defer { library.freeKeyContext(context) }
    try library.check(library.startAgreement(context), "EVP_PKEY_derive_init")
    try library.check(library.setPeer(context, other.key), "EVP_PKEY_derive_set_peer")
    return try Secret(count: 32) { secret throws(CipherError) in
      var count = secret.count
      // The library refuses a result of 0, which every point of low order gives.
      guard library.agree(context, secret.start, &count) == 1, count == 32 else {
        library.clearErrors()
        throw .unusablePublicKey
      }
    }
  }

  func sign(_ text: some RawBytes) throws(CipherError) -> [UInt8] {
    let context = try library.made(library.makeDigestContext(), "EVP_MD_CTX_new")
    defer { library.freeDigestContext(context) }
    try library.check(library.startSigning(context, nil, nil, nil, key), "EVP_DigestSignInit")
    return try text.withBytes { text throws(CipherError) in
      try CipherSuite.bytes(count: 64) { signature throws(CipherError) in
        var count = signature.count
        try library.check(
          library.sign(context, signature.start, &count, text.start, text.count), "EVP_DigestSign")
      }
    }
  }

  func verify(_ signature: some RawBytes, of text: some RawBytes) throws(CipherError) {
    let context = try library.made(library.makeDigestContext(), "EVP_MD_CTX_new")
    defer { library.freeDigestContext(context) }
    try library.check(library.startVerifying(context, nil, nil, nil, key), "EVP_DigestVerifyInit")
    let isValid = signature.withBytes { signature in
      text.withBytes { text in
        library.verify(context, signature.start, signature.count, text.start, text.count) == 1
      }
    }
    guard !isValid else { return }
    // OpenSSL 3.0 leaves no error here, but does not promise that.
    library.clearErrors()
    throw .wrongSignature
  }
}

import Ciphers
import EncryptionTestSupport
import Testing

@Suite("Curve keys")
struct CurveKeyTests {
  let suite: CipherSuite

  init() throws { suite = try CipherSuite() }

  // MARK: X25519

  @Test(
    "Agreements are those of RFC 7748, section 5.2",
    arguments: [
      (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
      )
    ])
  func standard(figures: (secret: String, publicKey: String, agreed: String)) throws {
    let key = try X25519PrivateKey(Secret(hex: figures.secret), with: suite)
    let other = try X25519PublicKey([UInt8](hex: figures.publicKey))
    #expect(try key.agree(with: other, using: suite).hex == figures.agreed)
  }

  @Test("Both sides agree as in RFC 7748, section 6.1, also with stored keys")
  func bothSides() throws {
    let alice = try X25519PrivateKey(
      Secret(hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"), with: suite)
    let bob = try X25519PrivateKey(
      Secret(hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"), with: suite)
    #expect(alice.publicKey.bytes.hex == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    #expect(bob.publicKey.bytes.hex == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let stored = X25519PrivateKey(stored: alice.secret, publicKey: alice.publicKey)
    let agreed = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    for (own, other) in [(alice, bob), (bob, alice), (stored, bob), (stored, bob)] {
      #expect(try own.agree(with: other.publicKey, using: suite).hex == agreed)
    }
  }

  @Test("Agreements are those of Wycheproof", arguments: CurveFigures.agreements)
  func agreement(figures: (number: Int, secret: String, publicKey: String, agreed: String)) throws {
    let key = try X25519PrivateKey(Secret(hex: figures.secret), with: suite)
    let other = try X25519PublicKey([UInt8](hex: figures.publicKey))
    #expect(try key.agree(with: other, using: suite).hex == figures.agreed)
  }

  @Test("Public keys of low order and second spellings are refused", arguments: CurveFigures.refusedX25519)
  func refusedX25519(figures: (number: Int, publicKey: String)) {
    #expect(throws: CipherError.unusablePublicKey) { try X25519PublicKey([UInt8](hex: figures.publicKey)) }
  }

  @Test("Every number from p on is refused, and the ones before are not")
  func canonical() throws {
    for low in 0...UInt8.max {
      let bytes = [low] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
      // p - 1 is of low order.
      if low < 0xEC {
        #expect(try X25519PublicKey(bytes).bytes == bytes)
        #expect(try Ed25519PublicKey(bytes).bytes == bytes)
      } else {
        #expect(throws: CipherError.unusablePublicKey) { try X25519PublicKey(bytes) }
        #expect(throws: CipherError.unusablePublicKey) { try Ed25519PublicKey(bytes) }
      }
    }
    var high = [UInt8](repeating: 9, count: 32)
    high[31] = 0x89
    #expect(throws: CipherError.unusablePublicKey) { try X25519PublicKey(high) }
    #expect(try Ed25519PublicKey(high).bytes == high)
  }

  @Test("A key has 32 bytes", arguments: [0, 1, 31, 33, 64])
  func sizes(count: Int) {
    let bytes = [UInt8](repeating: 9, count: count)
    #expect(throws: CipherError.wrongSize(expected: 32, found: count)) { try X25519PublicKey(bytes) }
    #expect(throws: CipherError.wrongSize(expected: 32, found: count)) { try Ed25519PublicKey(bytes) }
    #expect(throws: CipherError.wrongSize(expected: 32, found: count)) {
      try X25519PrivateKey(Secret(copying: bytes), with: suite)
    }
    #expect(throws: CipherError.wrongSize(expected: 32, found: count)) {
      try Ed25519PrivateKey(Secret(copying: bytes), with: suite)
    }
  }

  // MARK: Ed25519

  @Test(
    "Signatures are those of RFC 8032, section 7.1",
    arguments: [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd"
          + "25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c3"
          + "87b2eaeb4302aeeb00d291612bb0c00"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594"
          + "a7c15e9716ed28dc027beceea1ec40a"
      ),
    ])
  func signature(figures: (secret: String, publicKey: String, text: String, signature: String)) throws {
    let key = try Ed25519PrivateKey(Secret(hex: figures.secret), with: suite)
    #expect(key.publicKey.bytes.hex == figures.publicKey)
    let text = [UInt8](hex: figures.text)
    #expect(try key.sign(text, using: suite).hex == figures.signature)
    try key.publicKey.verify([UInt8](hex: figures.signature), of: text, using: suite)
    let stored = Ed25519PrivateKey(stored: key.secret, publicKey: key.publicKey)
    #expect(try stored.sign(text, using: suite).hex == figures.signature)
  }

  @Test("Signatures are accepted as in Wycheproof", arguments: CurveFigures.signatures)
  func verification(
    figures: (number: Int, publicKey: String, text: String, signature: String, isValid: Bool)
  ) throws {
    let key = try Ed25519PublicKey([UInt8](hex: figures.publicKey))
    let (text, signature) = ([UInt8](hex: figures.text), [UInt8](hex: figures.signature))
    if figures.isValid {
      try key.verify(signature, of: text, using: suite)
    } else {
      #expect(throws: CipherError.wrongSignature) { try key.verify(signature, of: text, using: suite) }
    }
  }

  /// The 8 points whose order divides 8, and their other spellings.
  @Test(
    "Public keys for which one signature fits every text are refused",
    arguments: [
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000080",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
  func smallOrder(key: String) {
    #expect(throws: CipherError.unusablePublicKey) { try Ed25519PublicKey([UInt8](hex: key)) }
  }

  @Test("A changed text or signature is refused, and the next valid one accepted")
  func changed() throws {
    let key = try Ed25519PrivateKey(randomWith: suite)
    let text = Array("a text".utf8)
    let signature = try key.sign(text, using: suite)
    for bit in 0..<signature.count * 8 {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: CipherError.wrongSignature) {
        try key.publicKey.verify(changed, of: text, using: suite)
      }
    }
    #expect(throws: CipherError.wrongSignature) {
      try key.publicKey.verify(signature, of: text.dropLast(), using: suite)
    }
    try key.publicKey.verify(signature, of: text, using: suite)
  }
}

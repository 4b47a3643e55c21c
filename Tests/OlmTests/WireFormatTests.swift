import Ciphers
import EncryptionTestSupport
import Olm
import Testing

/// Pieces of messages in hexadecimal.
private enum Piece {
  static let key = "0900000000000000000000000000000000000000000000000000000000000000"
  static let other = "0a00000000000000000000000000000000000000000000000000000000000000"
  static let zero = "0000000000000000000000000000000000000000000000000000000000000000"
  /// A MAC of 8 bytes.
  static let mac = "1122334455667788"
  static let signature = String(repeating: "99", count: 64)
  static let normal = "030a20\(key)100522021234\(mac)"
  /// A normal message as the field of a first one.
  static let inner = "22" + [UInt8(normal.count / 2)].hex + normal

  static func first(
    oneTime: String = "0a20\(key)", base: String = "1220\(key)", identity: String = "1a20\(other)",
    inner: String = inner, more: String = "", version: String = "03"
  ) -> String { version + oneTime + base + identity + inner + more }
}

@Suite("Message formats")
struct WireFormatTests {
  @Test(
    "A normal message is read in any order, with unknown fields",
    arguments: [
      "030a20\(Piece.key)100522021234\(Piece.mac)", "03220212341005" + "0a20\(Piece.key)\(Piece.mac)",
      // Field 3 as a number and as bytes, and field 200.
      "0318ff010a20\(Piece.key)1a03aabbcc1005c20c0022021234\(Piece.mac)",
      // A number with more bytes than needed, and the largest one.
      "030a20\(Piece.key)10850022021234\(Piece.mac)",
      "030a20\(Piece.key)10ffffffffffffffffff0122021234\(Piece.mac)",
      // No ciphertext: refused later, by its MAC.
      "030a20\(Piece.key)10052200\(Piece.mac)",
    ])
  func normal(hex: String) throws {
    let bytes = [UInt8](hex: hex)
    #expect(try RatchetMessage(bytes).bytes == bytes)
    #expect(try OlmMessage(type: 1, body: Base64.text(bytes)).body == Base64.text(bytes))
  }

  @Test(
    "A normal message that is not in the format is refused",
    arguments: [
      ("", OlmError.malformed), (Piece.mac, .unknownVersion(0x11) as OlmError?),
      ("03\(Piece.mac)", .malformed),
      ("040a20\(Piece.key)100522021234\(Piece.mac)", .unknownVersion(4)),
      ("020a20\(Piece.key)100522021234\(Piece.mac)", .unknownVersion(2)),
      // Each field is missing once, and there twice once.
      ("03100522021234\(Piece.mac)", .malformed), ("030a20\(Piece.key)22021234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)0a20\(Piece.key)100522021234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005100522021234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)10052202123422021234\(Piece.mac)", .malformed),
      // No field has the number 0, and a known one no other type, alone or beside the right one.
      ("030a20\(Piece.key)1005220212340001\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)10052202123402020000\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005220212340805\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)100522021234120101\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005220212342005\(Piece.mac)", .malformed),
      ("030801100522021234\(Piece.mac)", .malformed),
      // Too long by one, far too long, and at the end of a number.
      ("030a20\(Piece.key)100522031234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)100522ffffffffffffffff7f1234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)100522ffffffffffffffffff011234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)2202123410\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)2202123485\(Piece.mac)", .malformed),
      // Numbers past 64 bits, and of eleven bytes.
      ("030a20\(Piece.key)10ffffffffffffffffff0222021234\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1080808080808080808080018022021234\(Piece.mac)", .malformed),
      // Types that are neither numbers nor bytes.
      ("030a20\(Piece.key)100522021234090102030405060708\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005220212341d01020304\(Piece.mac)", .malformed),
      ("030a20\(Piece.key)1005220212341b\(Piece.mac)", .malformed),
      // Keys of a wrong size and of low order.
      ("030a0109100522021234\(Piece.mac)", .cipher(.wrongSize(expected: 32, found: 1))),
      ("030a20\(Piece.zero)100522021234\(Piece.mac)", .cipher(.unusablePublicKey)),
    ].map { ($0.0, $0.1 ?? .malformed) })
  func notNormal(sample: (hex: String, error: OlmError)) {
    #expect(throws: OlmError.self) { try RatchetMessage([UInt8](hex: sample.hex)) }
    // A message of less than the MAC is empty before it.
    guard sample.hex.count > 16 else { return }
    #expect(throws: sample.error) { try RatchetMessage([UInt8](hex: sample.hex)) }
  }

  @Test("A first message has three keys and a message")
  func first() throws {
    let message = try PreKeyMessage([UInt8](hex: Piece.first()))
    #expect(message.oneTimeKey.bytes.hex == Piece.key && message.identityKey.bytes.hex == Piece.other)
    #expect(message.message.bytes.hex == Piece.normal)
    #expect(try PreKeyMessage([UInt8](hex: Piece.first(more: "2805320101"))).message == message.message)
  }

  @Test(
    "A first message that is not in the format is refused",
    arguments: [
      (Piece.first(oneTime: ""), OlmError.malformed), (Piece.first(base: ""), .malformed),
      (Piece.first(identity: ""), .malformed), (Piece.first(inner: ""), .malformed),
      (Piece.first(version: "04"), .unknownVersion(4)), ("", .malformed),
      (Piece.first(more: "0a20\(Piece.other)"), .malformed), (Piece.first(more: Piece.inner), .malformed),
      (Piece.first(more: "1a20\(Piece.other)"), .malformed), (Piece.first(more: "0805"), .malformed),
      (Piece.first(more: "2005"), .malformed), (Piece.first(more: "0005"), .malformed),
      (Piece.first(oneTime: "0a20\(Piece.zero)"), .cipher(.unusablePublicKey)),
      (Piece.first(base: "1220\(Piece.zero)"), .cipher(.unusablePublicKey)),
      (Piece.first(identity: "1a20\(Piece.zero)"), .cipher(.unusablePublicKey)),
      (Piece.first(identity: "1a021234"), .cipher(.wrongSize(expected: 32, found: 2))),
      (Piece.first(inner: "220103"), .malformed), (Piece.first(inner: "2200"), .malformed),
    ])
  func notFirst(sample: (hex: String, error: OlmError)) {
    #expect(throws: sample.error) { try PreKeyMessage([UInt8](hex: sample.hex)) }
  }

  @Test("A type other than 0 and 1 and other text than base64 are refused")
  func types() {
    for type in [-1, 2, Int.max] {
      #expect(throws: OlmError.malformed) {
        try OlmMessage(type: type, body: Base64.text([UInt8](hex: Piece.normal)))
      }
    }
    #expect(throws: OlmError.cipher(.notBase64)) { try OlmMessage(type: 1, body: "é") }
    #expect(throws: OlmError.cipher(.notBase64)) { try MegolmMessage(base64: "A") }
  }

  @Test(
    "A room's message has an index of 32 bits and a ciphertext",
    arguments: [
      ("0308051202abcd", 5), ("031202abcd0805", 5), ("030805180112021234", 5),
      ("0308ffffffff0f1200", UInt32.max),
      ("0308051200", 5),
    ])
  func room(sample: (hex: String, index: UInt32)) throws {
    #expect(try MegolmMessage([UInt8](hex: sample.hex + Piece.mac + Piece.signature)).index == sample.index)
  }

  @Test(
    "A room's message that is not in the format is refused",
    arguments: [
      ("", OlmError.malformed), ("03", .malformed), ("020805120212", .unknownVersion(2)),
      ("03080512", .malformed),
      ("031202abcd", .malformed), ("030805", .malformed), ("030805080512021234", .malformed),
      ("030805120212341200", .malformed), ("0308808080801012021234", .malformed),
      ("03080512031234", .malformed),
      ("030805120212340a00", .malformed), ("030805120212341005", .malformed),
      ("030805120212340005", .malformed),
    ])
  func notRoom(sample: (hex: String, error: OlmError)) {
    #expect(throws: sample.error) {
      try MegolmMessage([UInt8](hex: sample.hex + Piece.mac + Piece.signature))
    }
    #expect(throws: OlmError.self) { try MegolmMessage([UInt8](hex: sample.hex)) }
  }
}

import Ciphers
import EncryptionTestSupport
import Olm
import Testing

@Suite("Megolm sessions")
struct MegolmSessionTests {
  let suite: CipherSuite
  var writer: OutboundMegolmSession

  init() throws {
    suite = try .seeded(7)
    writer = try OutboundMegolmSession(randomWith: suite)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "Messages of vodozemac are read at every place where a part of the ratchet turns",
    arguments: MegolmTranscript.messages)
  func foreign(sample: (index: UInt32, message: String, exported: String)) throws {
    var reader = try InboundMegolmSession(shared: Array(MegolmTranscript.shared.utf8), with: suite)
    #expect(reader.id == MegolmTranscript.id && reader.firstKnownIndex == 0)
    let message = try MegolmMessage(base64: sample.message)
    #expect(message.index == sample.index && message.base64 == sample.message)
    #expect(try text(reader.decrypt(message)) == "\(sample.index)")
    #expect(try reader.exportedForm(from: sample.index).utf8 == sample.exported)
    var late = try InboundMegolmSession(exported: Array(sample.exported.utf8), with: suite)
    #expect(late.id == MegolmTranscript.id && late.firstKnownIndex == sample.index)
    #expect(try text(late.decrypt(message)) == "\(sample.index)")
  }

  @Test("One session reads all of them, in both orders")
  func bothOrders() throws {
    for messages in [MegolmTranscript.messages, MegolmTranscript.messages.reversed()] {
      var reader = try InboundMegolmSession(shared: Array(MegolmTranscript.shared.utf8), with: suite)
      for (index, body, _) in messages {
        #expect(try text(reader.decrypt(MegolmMessage(base64: body))) == "\(index)")
      }
    }
  }

  @Test("A seeded session writes what vodozemac read")
  func own() throws {
    var writer = try OutboundMegolmSession(randomWith: .seeded(49))
    #expect(writer.id == MegolmTranscript.ours.id)
    #expect(try writer.sharedForm().utf8 == MegolmTranscript.ours.shared)
    for (text, body) in MegolmTranscript.ours.messages {
      #expect(try writer.encrypt(Array(text.utf8)).base64 == body)
    }
  }

  @Test("The echo of one's own messages is read, from the first one on")
  mutating func echo() throws {
    _ = try writer.encrypt([1])
    var reader = writer.inbound()
    #expect(reader.id == writer.id && reader.firstKnownIndex == 1)
    for index in 1..<300 {
      let message = try writer.encrypt(Array("\(index)".utf8))
      #expect(message.index == index && writer.index == index + 1)
      #expect(try text(reader.decrypt(message)) == "\(index)")
    }
  }

  @Test("A session that is shared late does not read what came before")
  mutating func late() throws {
    let messages = try (0..<10).map { try writer.encrypt([$0]) }
    var reader = try InboundMegolmSession(shared: writer.sharedForm(), with: suite)
    #expect(reader.firstKnownIndex == 10)
    for (index, message) in messages.enumerated() {
      #expect(throws: OlmError.beforeFirstKnownIndex(index: UInt32(index), first: 10)) {
        try reader.decrypt(message)
      }
    }
    #expect(throws: OlmError.beforeFirstKnownIndex(index: 9, first: 10)) { try reader.exportedForm(from: 9) }
    #expect(try reader.decrypt(writer.encrypt([7])) == [7])
  }

  /// The order of the checks: signature, index, MAC. A wrong index with a wrong signature says nothing about the session.
  @Test("Every bit of a message counts, and the signature is checked first")
  mutating func changed() throws {
    var early = writer.inbound()
    let message = try writer.encrypt(Array("a text".utf8))
    var late = writer.inbound()
    for bit in 0..<message.bytes.count * 8 {
      var bytes = message.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      do throws(OlmError) {
        let changed = try MegolmMessage(bytes)
        #expect(throws: OlmError.wrongSignature) { try early.decrypt(changed) }
        #expect(throws: OlmError.wrongSignature) { try late.decrypt(changed) }
      } catch {
        #expect(error == .malformed || error == .unknownVersion(bytes[0]))
      }
    }
    #expect(try text(early.decrypt(message)) == "a text")
    #expect(throws: OlmError.beforeFirstKnownIndex(index: 0, first: 1)) { try late.decrypt(message) }
  }

  @Test("The signature of another session does not fit")
  mutating func otherSession() throws {
    var other = try OutboundMegolmSession(randomWith: suite)
    var reader = writer.inbound()
    let message = try other.encrypt([1])
    #expect(throws: OlmError.wrongSignature) { try reader.decrypt(message) }
  }

  @Test("Every bit of a shared session counts")
  func changedForm() throws {
    let form = try Base64.decode(writer.sharedForm()).array
    for bit in 0..<form.count * 8 {
      var bytes = form
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: OlmError.self) { try InboundMegolmSession(shared: Base64.encode(bytes), with: suite) }
    }
  }

  @Test("The two forms are not taken for each other, and have one size")
  func forms() throws {
    let (shared, exported) = (try writer.sharedForm(), try writer.inbound().exportedForm(from: 0))
    #expect(throws: OlmError.unknownVersion(1)) { try InboundMegolmSession(shared: exported, with: suite) }
    #expect(throws: OlmError.unknownVersion(2)) { try InboundMegolmSession(exported: shared, with: suite) }
    #expect(throws: OlmError.malformed) { try InboundMegolmSession(exported: [UInt8](), with: suite) }
    let bytes = try Base64.decode(exported).array
    for wrong in [bytes + [0], bytes.dropLast(), Array(bytes.prefix(1))] {
      #expect(throws: OlmError.malformed) {
        try InboundMegolmSession(exported: Base64.encode(wrong), with: suite)
      }
    }
    var small = bytes
    small.replaceSubrange(133..<165, with: [1] + [UInt8](repeating: 0, count: 31))
    #expect(throws: OlmError.cipher(.unusablePublicKey)) {
      try InboundMegolmSession(exported: Base64.encode(small), with: suite)
    }
  }

  @Test("A session is extended by the same session with a lower index, and by nothing else")
  mutating func extending() throws {
    let first = writer.inbound()
    let messages = try (0..<300).map { try writer.encrypt([UInt8($0 & 0xFF)]) }
    var late = writer.inbound()
    let other = try OutboundMegolmSession(randomWith: suite).inbound()
    #expect(throws: OlmError.notSameSession) { try late.extend(with: other) }
    // The same name with other keys, as a server could write into a backup.
    var forged = try Base64.decode(first.exportedForm(from: 0)).array
    forged[40] ^= 1
    let forgery = try InboundMegolmSession(exported: Base64.encode(forged), with: suite)
    #expect(throws: OlmError.notSameSession) { try late.extend(with: forgery) }
    #expect(late.firstKnownIndex == 300)
    #expect(try late.extend(with: first))
    #expect(late.firstKnownIndex == 0)
    for message in messages.reversed() { _ = try late.decrypt(message) }
    var again = first
    #expect(try !again.extend(with: writer.inbound()) && again.firstKnownIndex == 0)
    #expect(try !again.extend(with: first))
  }

  @Test("A session ends at its last index instead of starting over")
  func exhausted() throws {
    let key = try comparingKey()
    var last = try Base64.decode(writer.inbound().exportedForm(from: .max)).array
    #expect(last[1..<5] == [0xFF, 0xFF, 0xFF, 0xFF])
    let reader = try InboundMegolmSession(exported: Base64.encode(last), with: suite)
    #expect(try reader.exportedForm(from: .max).utf8 == Base64.text(last))
    last[4] = 0xFE
    #expect(throws: OlmError.beforeFirstKnownIndex(index: .max - 1, first: .max)) {
      try reader.exportedForm(from: .max - 1)
    }
    #expect(
      try InboundMegolmSession(pickle: reader.pickle(with: key), key: key, with: suite).firstKnownIndex
        == .max)
  }

  @Test("Stored sessions go on where they were")
  mutating func storing() throws {
    let key = try PickleKey(profileKey: suite.randomSecret(count: 32), with: suite)
    var reader = writer.inbound()
    for index in 0..<20 {
      let message = try writer.encrypt([UInt8(index)])
      writer = try OutboundMegolmSession(pickle: writer.pickle(with: key), key: key, with: suite)
      reader = try InboundMegolmSession(pickle: reader.pickle(with: key), key: key, with: suite)
      #expect(try reader.decrypt(message) == [UInt8(index)] && writer.index == index + 1)
    }
    #expect(reader.firstKnownIndex == 0)
  }
}

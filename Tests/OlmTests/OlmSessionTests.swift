import Ciphers
import EncryptionTestSupport
import Olm
import TestSupport
import Testing

@Suite("Olm sessions")
struct OlmSessionTests {
  @Test("Messages are first messages until an answer was read")
  func types() throws {
    var talk = try Talk()
    #expect(try talk.toBob.encrypt("a").type == 0)
    let answer = try talk.toAlice.encrypt("b")
    #expect(answer.type == 1)
    #expect(try talk.toBob.encrypt("c").type == 0)
    _ = try talk.toBob.decrypt(answer)
    #expect(try talk.toBob.encrypt("d").type == 1)
  }

  @Test("Messages are read in any order, each once", arguments: 0..<20)
  func anyOrder(seed: Int) throws {
    var talk = try Talk(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<3 {
      var messages = try (0..<20).map { ("\($0)", try talk.toBob.encrypt("\($0)")) }
      messages.shuffle(using: &random)
      for (text, message) in messages { #expect(try talk.toAlice.decrypt(message).utf8 == text) }
      for (_, message) in messages {
        #expect(throws: OlmError.self) { try talk.toAlice.decrypt(message) }
      }
      try talk.turn()
    }
  }

  @Test("After a gap of 50 the last 40 are read")
  func skipped() throws {
    var talk = try Talk()
    try talk.turn()
    let messages = try (0..<51).map { try talk.toBob.encrypt("\($0)") }
    #expect(try talk.toAlice.decrypt(messages[50]).utf8 == "50")
    for index in 0..<10 {
      // Message 0 of the chain was the turn.
      #expect(throws: OlmError.messageKeyGone(index: UInt64(index + 1))) {
        try talk.toAlice.decrypt(messages[index])
      }
    }
    for index in 10..<50 { #expect(try talk.toAlice.decrypt(messages[index]).utf8 == "\(index)") }
    for index in [10, 49, 50] {
      #expect(throws: OlmError.messageKeyGone(index: UInt64(index + 1))) {
        try talk.toAlice.decrypt(messages[index])
      }
    }
  }

  @Test("2,000 messages may be missing, 2,001 not")
  func gap() throws {
    var talk = try Talk()
    for _ in 0..<2000 { _ = try talk.toBob.encrypt("lost") }
    var late = talk
    _ = try late.toBob.encrypt("lost")
    let tooLate = try late.toBob.encrypt("2001")
    let before = try talk.toAlice.pickle(with: comparingKey())
    #expect(throws: OlmError.tooFarAhead(missing: 2001)) { try talk.toAlice.decrypt(tooLate) }
    #expect(try talk.toAlice.pickle(with: comparingKey()) == before)
    #expect(try talk.toAlice.decrypt(talk.toBob.encrypt("2000")).utf8 == "2000")
  }

  @Test("Five chains of the other side are kept")
  func chains() throws {
    var talk = try Talk()
    var late: [OlmMessage] = []
    for turn in 0..<6 {
      late.append(try talk.toBob.encrypt("late \(turn)"))
      try talk.turn()
    }
    // The first chain has the first message and the first turn; six later ones followed it.
    for turn in 0..<2 { #expect(throws: OlmError.unknownChain) { try talk.toAlice.decrypt(late[turn]) } }
    for turn in 2..<6 { #expect(try talk.toAlice.decrypt(late[turn]).utf8 == "late \(turn)") }
  }

  @Test("A chain that this side did not answer cannot be")
  func unknownChain() throws {
    var talk = try Talk()
    // Bob answered nothing, so Alice cannot have turned the ratchet.
    let alone = try talk.toBob.encrypt("alone")
    var other = try Talk(seed: 2)
    try other.turn()
    let foreign = try other.toBob.encrypt("foreign")
    #expect(throws: OlmError.unknownChain) { try talk.toAlice.decrypt(foreign) }
    #expect(try talk.toAlice.decrypt(alone).utf8 == "alone")
  }

  @Test("A message that is not right changes nothing")
  func unchanged() throws {
    var talk = try Talk()
    let key = try comparingKey()
    for message in [try talk.toBob.encrypt("same chain"), try turned(&talk)] {
      let before = try talk.toAlice.pickle(with: key)
      for index in message.bytes.indices.suffix(40) {
        var bytes = message.bytes
        bytes[index] ^= 0x10
        #expect(throws: OlmError.self) { try talk.toAlice.decrypt(message.with(bytes)) }
        #expect(try talk.toAlice.pickle(with: key) == before)
      }
      _ = try talk.toAlice.decrypt(message)
      #expect(try talk.toAlice.pickle(with: key) != before)
    }
  }

  private func turned(_ talk: inout Talk) throws -> OlmMessage {
    _ = try talk.toBob.decrypt(talk.toAlice.encrypt("answer"))
    return try talk.toBob.encrypt("next chain")
  }

  @Test("The MAC is verified before the padding")
  func order() throws {
    var talk = try Talk()
    let message = try talk.toBob.encrypt("a text")
    var bytes = message.bytes
    // The last block of the ciphertext, before the MAC.
    bytes[bytes.count - 9] ^= 1
    let changed = try message.with(bytes)
    #expect(throws: OlmError.wrongMAC) { try talk.toAlice.decrypt(changed) }
  }

  @Test("A first message of another session is refused by its keys")
  func otherSession() throws {
    var (talk, other) = (try Talk(), try Talk(seed: 2))
    let foreign = try other.toBob.encrypt("foreign")
    #expect(try !talk.toAlice.matches(foreign.first))
    #expect(throws: OlmError.otherSession) { try talk.toAlice.decrypt(foreign) }
    #expect(try talk.toBob.id == talk.toAlice.id && talk.toBob.id != other.toBob.id)
  }

  @Test("No key encrypts twice: the same text never looks the same")
  func fresh() throws {
    var talk = try Talk()
    var seen: Set<[UInt8]> = []
    for _ in 0..<5 {
      for _ in 0..<5 {
        #expect(seen.insert(try talk.toBob.encrypt("same").bytes.suffix(24)).inserted)
        #expect(seen.insert(try talk.toAlice.encrypt("same").bytes.suffix(24)).inserted)
      }
      try talk.turn()
    }
  }

  @Test("A stored session goes on where it was", arguments: 0..<10)
  func storing(seed: Int) throws {
    var talk = try Talk(seed: UInt64(seed))
    let key = try PickleKey(profileKey: talk.suite.randomSecret(count: 32), with: talk.suite)
    var late: [(String, OlmMessage)] = []
    for step in 0..<30 {
      let message = try talk.toBob.encrypt("\(step)")
      if step % 3 == 0 { late.append(("\(step)", message)) } else { _ = try talk.toAlice.decrypt(message) }
      // Five chains in all, as many as are kept.
      if step % 8 == 4 { try talk.turn() }
      talk.toBob = try OlmSession(pickle: talk.toBob.pickle(with: key), key: key, with: talk.suite)
      talk.toAlice = try OlmSession(pickle: talk.toAlice.pickle(with: key), key: key, with: talk.suite)
    }
    for (text, message) in late { #expect(try talk.toAlice.decrypt(message).utf8 == text) }
  }

  @Test("Every length of a text comes back")
  func lengths() throws {
    var talk = try Talk()
    for count in Array(0...40) + [1000, 70_000] {
      let text = try talk.suite.randomBytes(count: count)
      #expect(try talk.toAlice.decrypt(talk.toBob.encrypt(text)).array == text)
      #expect(try talk.toBob.decrypt(talk.toAlice.encrypt(text)).array == text)
    }
  }
}

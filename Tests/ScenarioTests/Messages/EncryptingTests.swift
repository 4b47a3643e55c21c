import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: encrypted here", .serialized)
struct EncryptingTests {
  /// `#general` is encrypted, by a service that can encrypt.
  private func scenario(
    _ account: EncryptionAccount = EncryptionAccount(), columns: Int = 120, isPlain: Bool = false
  ) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, isPlain: isPlain, isEncrypting: true)
    await mia.service.setEncryption(account, of: "mia")
    try await mia.service.encrypt("general")
    return mia
  }

  @Test("A message to an encrypted channel is sent, and the draft stays on this device")
  func sending() async throws {
    let mia = try await scenario().start()
    #expect(mia.side.contains { $0.contains("# general ⚿") }, "\(mia.picture)")
    #expect(mia.header.contains(" #general · ⚿ encrypted"), "\(mia.picture)")
    mia.sees("#general ⚿")
    mia.misses("cannot send there", "cannot read this")
    await mia.type("a secret")
    await mia.wait(.seconds(60))
    await mia.keys("Left", .status("draft saved on this device only"))
    #expect(await mia.device("mia", "terminal").requestCounts[.saveDraft] == nil)
    #expect(try await mia.store.drafts().map(\.content.elements.text) == ["a secret"])
    await mia.keys("Enter", .line("|write to #general"))
    #expect(try await mia.said().last?.text == "a secret")
    #expect(try await mia.said().last?.isEncrypted == true)
    mia.misses("not encrypted")
    await mia.go(to: "offtopic")
    #expect(!mia.main.contains { $0.contains("⚿") }, "\(mia.picture)")
  }

  @Test(
    "An unreadable message says why, and what one can do",
    arguments: [
      (
        EncryptionNote.keyMissing,
        "encrypted: its key has not arrived yet; your recovery key may open it: /encryption"
      ),
      (
        .deviceNotSigned,
        "encrypted: this device was not signed, so it got no key; your recovery key may open it: /encryption"
      ),
      (.deviceBlocked, "encrypted: its sender blocked this device; ask them why"),
      (.notEntitled, "encrypted: its sender's program gives this device no key; ask them why"),
      (
        .keyNotSent,
        "encrypted: its sender's program could not send the key; your recovery key may open it: /encryption"
      ),
      (
        .senderNotSigned,
        "hidden: sent from a device its sender has not signed; the sender must sign that device"
      ),
      (
        .senderNotVerified,
        "hidden: its sender's identity changed since you verified it; ask them first, then /accept @ana shows it"
      ),
      (.senderUnknown, "encrypted: the device it came from is not known yet"),
      (.notGenuine, "hidden: it may be forged"),
      (.unknownMethod, "encrypted in a way that this program cannot read; another program may open it"),
    ])
  func notes(note: EncryptionNote, words: String) async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .enterRecoveryKey), columns: 200)
    try await mia.service.sayUnreadably(by: "ana", in: "general", note: note)
    await mia.start()
    mia.sees(words)
    mia.previews(String(words.prefix(8)), in: "# general")
  }

  @Test("What this device can do changes what the rows advise")
  func advice() async throws {
    let mia = try await scenario(columns: 160)
    try await mia.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    try await mia.service.sayUnreadably(by: "ana", in: "general", note: .keyNotSent)
    await mia.start()
    mia.sees("could not send the key; ask them to send it again")
    mia.misses("/encryption")
    await mia.service.setEncryption(EncryptionAccount(nextStep: .enterRecoveryKey), of: "mia")
    await mia.settle()
    mia.sees("⇒ Others may not see this: this device is not signed; /encryption")
    await mia.keys("Esc")
    mia.sees("its key has not arrived yet; your recovery key may open it: /encryption")
  }

  @Test(
    "A message that becomes readable changes in its place, marked as not proven, and the place read stays")
  func revealed() async throws {
    let mia = try await scenario()
    var hidden: [MessageID] = []
    for number in 1...30 {
      try await mia.say("line \(number).", by: "ben")
      if number == 3 {
        hidden.append(try await mia.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing))
      }
    }
    await mia.start()
    await mia.keys("PgUp")
    let top = try #require(mia.main.firstIndex { $0.contains("line 12.") }, "\(mia.picture)")
    let words = String(repeating: "many words that need several rows ", count: 12)
    try await mia.service.reveal(
      hidden[0], in: "general", [.plainText(text: words)], note: .senderNotProven)
    await mia.settle()
    #expect(mia.main[top].contains("line 12."), "\(mia.picture)")
    await mia.keys("M-Home", .shows("many words that need"))
    mia.sees("sender not proven")
    mia.misses("its key has not arrived")
    let id = try await mia.service.sayUnreadably(by: "ana", in: "general", note: .senderUnknown)
    try await mia.service.reveal(id, in: "general", [.plainText(text: "a")], note: .senderChanged)
    await mia.settle()
    await mia.keys("M-End", .shows("sender's identity changed"))
  }

  @Test("A plain message in an encrypted channel is marked")
  func clear() async throws {
    let mia = try await scenario()
    try await mia.service.sayInClear("for everybody", by: "ana", in: "general")
    await mia.start()
    #expect(
      mia.main.contains { $0.contains("for everybody") && $0.contains("not encrypted") }, "\(mia.picture)")
  }

  @Test("Before Enter, the composer says who cannot read, from one request")
  func recipients() async throws {
    let mia = try await scenario()
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false, unsignedDevices: 1), of: "ben")
    await mia.start()
    mia.sees("⇒ Ben Okafor cannot read this: they must sign a device first")
    await mia.type("some words without a request")
    let terminal = await mia.device("mia", "terminal")
    #expect(terminal.requestCounts[.encryptionRecipients] == 1)
    await mia.service.setIdentity(EncryptionIdentity(unsignedDevices: 2), of: "ben")
    await mia.settle()
    mia.sees("⇒ 2 unsigned devices cannot read this: they must be signed first")
    #expect(terminal.requestCounts[.encryptionRecipients] == 2)
    await mia.service.setIdentity(EncryptionIdentity(unsignedDevices: 1), of: "ben")
    await mia.settle()
    mia.sees("⇒ 1 unsigned device cannot read this: it must be signed first")
    let unsigned = EncryptionIdentity(hasSignedDevice: false, unsignedDevices: 1)
    for id in ["ana", "ben"] as [UserID] { await mia.service.setIdentity(unsigned, of: id) }
    await mia.settle()
    mia.sees("⇒ Ana García and Ben Okafor cannot read this: they must sign a device first")
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ana")
    await mia.settle()
    mia.sees("⇒ Ben Okafor and Ana García cannot read this")
    mia.misses("must sign")
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ben")
    await mia.settle()
    mia.sees("⇒ 2 people have no known device that can read this")
    await mia.service.setIdentity(EncryptionIdentity(), of: "ana")
    await mia.settle()
    mia.sees("⇒ Ben Okafor has no known device that can read this")
    await mia.service.setIdentity(EncryptionIdentity(), of: "ana")
    await mia.service.setIdentity(EncryptionIdentity(), of: "ben")
    await mia.settle()
    mia.misses("cannot read this")
  }

  @Test("Without a connection there is no warning; it comes with the connection")
  func recipientsOffline() async throws {
    let mia = try await scenario()
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ben")
    await mia.start(in: "offtopic")
    await mia.device("mia", "terminal").setFaults(.offline)
    await mia.go(to: "general")
    mia.misses("can read this")
    await mia.noFaults()
    await mia.wait(.seconds(60))
    mia.sees("⇒ Ben Okafor has no known device that can read this")
  }

  @Test("A message refused because of a changed identity waits, and is sent when it is accepted")
  func changed() async throws {
    let mia = try await scenario()
    await mia.service.setIdentity(EncryptionIdentity(isChanged: true), of: "ben")
    await mia.start()
    mia.sees("⇒ Ben Okafor has a new identity: /accept @ben")
    await mia.enter("still here", .shows("! failed"))
    #expect(try await mia.said().isEmpty)
    mia.sees("@ben has a new identity; /accept @ben sends it")
    await mia.enter("/accept ana", .notice("Ana García has no new identity here"))
    await mia.keys("C-a C-k")
    await mia.enter("/accept ben", .shows("Accept the new identity of Ben Okafor (@ben)?"))
    await mia.keys("Esc", .shows("! failed"))
    await mia.enter("/accept", .shows("Accept the new identity of Ben Okafor (@ben)?"))
    await mia.confirm()
    await mia.settle()
    mia.sees("Accepted the new identity of Ben Okafor")
    mia.misses("has a new identity", "! failed")
    #expect(try await mia.said().map(\.text) == ["still here"])
    await mia.enter("/accept", .notice("No one here has a new identity"))
  }

  @Test("/accept with the name of several people names them, and asks about none")
  func sameName() async throws {
    let mia = try await scenario()
    await mia.service.add(User(id: "benny", name: "Ben Okafor"))
    try await mia.device("mia", "setup").add(["benny"], to: "general")
    for id in ["ben", "benny"] as [UserID] {
      await mia.service.setIdentity(EncryptionIdentity(isChanged: true), of: id)
    }
    await mia.start()
    await mia.enter("/accept Ben Okafor", .notice("Several people have that name: @ben, @benny"))
  }

  @Test("/create --encrypted makes an encrypted channel, and a new conversation is encrypted")
  func creating() async throws {
    let mia = try await scenario().start()
    await mia.enter("/create --encrypted Engine room")
    let made = try await mia.device("mia").channel("Engine-room").channel
    #expect(made.isEncrypted && made.name == "Engine room" && made.type == .group)
    #expect(mia.header.contains("Engine room · ⚿ encrypted"), "\(mia.picture)")
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ben")
    await mia.enter("/dm ben hello")
    #expect(mia.header.contains("⚿ encrypted · offline · a new conversation"), "\(mia.picture)")
    mia.sees("⇒ Ben Okafor has no known device that can read this")
    await mia.keys("Enter")
    let ben = await mia.device("ben", "phone")
    let direct = try await ben.channels(ListQuery()).elements.first { $0.channel.type == .direct }
    #expect(direct?.channel.isEncrypted == true && direct?.lastMessage?.text == "hello")
  }

  /// Ben's unencrypted conversation with Mia, which she has not been told of yet.
  private func plainConversation(of mia: Scenario) async throws -> ChannelID {
    let new = NewChannel(id: "old-talk", type: .direct, members: ["mia"])
    return try await mia.device("ben", "phone").createChannel(new).id
  }

  @Test(
    "What was sent in a new encrypted conversation does not go to an unencrypted one, until it is edited there",
    arguments: [false, true])
  func foundUnencrypted(isRestarted: Bool) async throws {
    let mia = try await scenario(columns: 200).start()
    await mia.enter("/dm ben")
    #expect(mia.header.contains("⚿ encrypted · offline · a new conversation"), "\(mia.picture)")
    await mia.offline(true)
    await mia.enter("a secret", .shows("a secret"))
    let room = try await plainConversation(of: mia)
    if isRestarted { try await mia.restart() }
    await mia.offline(false)
    await mia.wait(.seconds(60))
    mia.sees(
      "! failed  R",
      "the channel is not encrypted, and this was written as encrypted; if you edit it, it is sent")
    #expect(!mia.main.contains { $0.contains("⚿") }, "\(mia.picture)")
    await mia.enter("/retry", .shows("! failed"))
    #expect(try await mia.said(in: room).isEmpty)
    await mia.keys("M-s e", .line("a secret|"))
    await mia.type(", for all", keys: "Enter", .hides("! failed"))
    #expect(try await mia.said(in: room).map(\.text) == ["a secret, for all"])
    #expect(try await mia.said(in: room).map(\.isEncrypted) == [false])
  }

  enum Absence: CaseIterable { case none, elsewhere, restart, offlineRestart }

  @Test(
    "If an unencrypted conversation turns up before a text is sent, the first Enter says so and sends nothing",
    arguments: Absence.allCases)
  func lostWhileWriting(absence: Absence) async throws {
    let mia = try await scenario().start()
    await mia.enter("/dm ben", .shows("⚿ encrypted"))
    await mia.type("a secret")
    if absence == .elsewhere { await mia.go(to: "general") }
    if absence == .offlineRestart { try await mia.restart(isReachable: false) }
    let room = try await plainConversation(of: mia)
    if absence == .restart { try await mia.restart() }
    if absence == .offlineRestart { await mia.offline(false) }
    await mia.settle()
    await mia.wait(.seconds(60))
    if absence == .elsewhere { await mia.enter("/dm ben") }
    #expect(mia.line == "a secret|" && !mia.main.contains { $0.contains("⚿") }, "\(mia.picture)")
    let words = "Not sent: this conversation is not encrypted; Enter sends it unencrypted"
    await mia.keys("Enter", .notice(words), .line("a secret|"))
    #expect(try await mia.said(in: room).isEmpty)
    await mia.keys("Enter")
    #expect(try await mia.said(in: room).map(\.text) == ["a secret"])
    await mia.enter("no secret", .hides("Not sent"))
    #expect(try await mia.said(in: room).map(\.text) == ["a secret", "no secret"])
  }

  @Test("A question that is answered after the change sends nothing unencrypted either")
  func lostDuringQuestion() async throws {
    let mia = try await scenario().start()
    await mia.enter("/dm ben", .shows("⚿ encrypted"))
    await mia.paste(String(repeating: "all that was said ", count: 2_166))
    await mia.keys("Escape Enter", .shows("Too long for a message"))
    let room = try await plainConversation(of: mia)
    await mia.settle()
    await mia.wait(.seconds(1))
    await mia.confirm()
    mia.sees("Not sent: this conversation is not encrypted")
    #expect(try await mia.said(in: room).isEmpty)
    await mia.keys("Enter")
    await mia.confirm()
    #expect(try await mia.said(in: room).count == 1)
    await mia.end()
  }

  @Test("Text that was erased and brought back is still only sent encrypted", arguments: ["C-_", "C-y"])
  func broughtBack(key: String) async throws {
    let mia = try await scenario().start()
    await mia.enter("/dm ben", .shows("⚿ encrypted"))
    await mia.type("a secret")
    let room = try await plainConversation(of: mia)
    await mia.settle()
    await mia.keys("C-a C-k \(key) C-e", .line("a secret|"))
    await mia.keys(
      "Enter", .notice("Not sent: this conversation is not encrypted; Enter sends it unencrypted"))
    #expect(try await mia.said(in: room).isEmpty)
    await mia.keys("Enter", .hides("Not sent"))
    #expect(try await mia.said(in: room).map(\.text) == ["a secret"])
  }

  @Test(
    "The edit of a message that was written to be encrypted is so too, also when it is left",
    arguments: [false, true])
  func leftEdit(isRestarted: Bool) async throws {
    let mia = try await scenario(columns: 200).start()
    await mia.enter("/dm ben", .shows("⚿ encrypted"))
    await mia.offline(true)
    await mia.enter("x", .shows("you"))
    await mia.keys("M-s e C-a C-k", type: "a secret")
    await mia.go(to: "general")
    let room = try await plainConversation(of: mia)
    if isRestarted { try await mia.restart() }
    await mia.offline(false)
    await mia.wait(.seconds(60))
    await mia.enter("/dm ben", .shows("! failed"))
    await mia.keys("M-s e", .line("a secret|"))
    await mia.keys(
      "Enter", .notice("Not sent: this conversation is not encrypted; Enter sends it unencrypted"))
    #expect(try await mia.said(in: room).isEmpty)
    await mia.keys("Enter", .hides("! failed"))
    #expect(try await mia.said(in: room).map(\.text) == ["a secret"])
  }

  @Test("What is typed while an encrypted conversation is being created is sent without a question")
  func createdWhileWriting() async throws {
    let mia = try await scenario().start()
    await mia.enter("/dm ben", .shows("⚿ encrypted"))
    await mia.slow(.seconds(2))
    await mia.enter("one")
    // The conversation is not in the list yet.
    for _ in 0..<10 {
      await mia.wait(.milliseconds(500))
      #expect(mia.main.last { $0.contains("⚿") } != nil, "\(mia.picture)")
    }
    await mia.type("tw")
    for _ in 0..<20 { await mia.wait(.milliseconds(500)) }
    #expect(mia.main.last { $0.contains("⚿") } != nil, "\(mia.picture)")
    await mia.type("o")
    await mia.keys("Enter", .hides("Not sent"))
    for _ in 0..<20 { await mia.wait(.milliseconds(500)) }
    let room = try await mia.device("mia").directChannel(with: "ben").id
    #expect(try await mia.said(in: room).map(\.text) == ["one", "two"])
    #expect(try await mia.said(in: room).allSatisfy(\.isEncrypted))
  }

  @Test("A service that cannot encrypt creates no encrypted channel")
  func notCreating() async throws {
    let mia = try await Scenario(columns: 120).start()
    await mia.enter("/create --encrypted Engine room", .notice("messages cannot be encrypted here"))
    #expect(mia.line == "/create --encrypted Engine room|")
  }

  @Test("Line mode says the same")
  func plain() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .enterRecoveryKey), isPlain: true)
    await mia.service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ben")
    let id = try await mia.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    await mia.start(in: "offtopic")
    let heard = await mia.hearing {
      await mia.go(to: "general")
      await mia.enter("/read 1")
    }
    #expect(heard.contains { $0.contains("Encrypted") && !$0.contains("cannot send") }, "\(heard)")
    #expect(
      heard.contains("Others may not see this: this device is not signed; /encryption"), "\(heard)")
    #expect(
      heard.contains(
        "Ana García, 12:00: encrypted: its key has not arrived yet; your recovery key may open it: /encryption"
      ),
      "\(heard)")
    let readable = try await mia.hearing {
      try await mia.service.reveal(id, in: "general", [.plainText(text: "now")], note: .senderNotProven)
      await mia.settle()
      await mia.enter("/read 1")
    }
    #expect(readable.contains("Ana García, 12:00, sender not proven: now"), "\(readable)")
  }
}

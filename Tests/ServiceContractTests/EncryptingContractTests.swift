import ChatDomain
import DraftEngine
import InMemoryService
import Testing

/// The encryption that the in-memory service simulates. Only there can a test set its states.
@Suite("A service that encrypts says who can read, and why something cannot be read")
struct EncryptingContractTests {
  private func world() async throws -> (
    service: InMemoryChatService, ann: InMemoryDevice, ben: InMemoryDevice
  ) {
    var configuration = ServiceConfiguration()
    configuration.abilities.insert(.encrypts)
    let service = InMemoryChatService(clock: ManualClock(), seed: 1, configuration: configuration)
    for user in Cast.people { await service.add(user) }
    let ann = await service.device(user: "ann", id: "laptop")
    _ = try await ann.createChannel(
      NewChannel(id: "room", name: "room", type: .group, members: ["ben"], isEncrypted: true))
    return (service, ann, await service.device(user: "ben", id: "laptop"))
  }

  @Test("Messages to an encrypted channel are encrypted, and drafts are refused")
  func writing() async throws {
    let (service, ann, ben) = try await world()
    #expect(ann.sendingRefusal(in: "room") == nil)
    #expect(try await ann.channel("room").channel.isEncrypted)
    var new = NewMessage(transactionId: "s", channelId: "room", markup: "secret", isShownInChannel: true)
    new.isEncrypted = true
    let said = try await ann.send(new)
    #expect(said.isEncrypted && !said.isUnreadable)
    #expect(try await ben.texts(in: "room") == ["secret"])
    let draft = DraftContent(elements: [.plainText(text: "secret")])
    await #expect(throws: ChatError.refused(.encryptedChannel)) {
      try await ann.saveDraft(draft, for: DraftKey(channelId: "room"), over: 0)
    }
    #expect(ann.requestCounts[.saveDraft] == nil)
    let clear = try await service.sayInClear("for all", by: "ben", in: "room")
    #expect(try await !ann.message(clear, in: "room").isEncrypted)
  }

  @Test("Direct channels are encrypted from the beginning, and found again")
  func direct() async throws {
    let (_, ann, _) = try await world()
    let made = try await ann.directChannel(with: "ben")
    #expect(made.channel.isEncrypted)
    #expect(try await ann.directChannel(with: "ben").id == made.id)
    #expect(try await ann.knownDirectChannel(with: "ben")?.id == made.id)
  }

  @Test(
    "An unreadable message says why, and what is revealed may be unproven", arguments: EncryptionNote.allCases
  )
  func notes(note: EncryptionNote) async throws {
    let (service, ann, _) = try await world()
    let id = try await service.sayUnreadably(by: "ben", in: "room", note: note)
    let said = try await ann.message(id, in: "room")
    #expect(said.encryptionNote == note && said.isUnreadable == note.isUnreadable)
    #expect(said.elements.isEmpty && said.isEncrypted)
    try await service.reveal(id, in: "room", [.plainText(text: "now")], note: .senderNotProven)
    let shown = try await ann.message(id, in: "room")
    #expect(!shown.isUnreadable)
    if note.isUnreadable { #expect(shown.text == "now" && shown.encryptionNote == .senderNotProven) }
  }

  @Test("A recovery key opens the stored keys, a wrong one is refused with a sentence")
  func recovery() async throws {
    let (service, ann, _) = try await world()
    let key = "EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d"
    await service.setEncryption(
      EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key, passphrase: "a long phrase"), of: "ann"
    )
    let before = try await ann.encryptionState()
    #expect(!before.isDeviceSigned && before.recovery == .keyOrPassphrase && before.backup == .locked)
    for wrong in ["no key", key.replacing("E", with: "F")] {
      await #expect {
        _ = try await ann.enterRecoveryKey(wrong)
      } throws: { error in
        guard case ChatError.refused(.recoveryKey(let reason)) = error else { return false }
        return reason.count > 20
      }
    }
    #expect(try await ann.encryptionState() == before)
    let token = try await ann.currentEventToken()
    let after = try await ann.enterRecoveryKey(key.filter { $0 != " " })
    #expect(after.isDeviceSigned && after.nextStep == .none && after.backup == .on(waiting: 0))
    var events = try await ann.events(after: token).makeAsyncIterator()
    #expect(try await events.next()?.event == .encryptionChanged(after))
  }

  @Test("New keys need a recovery key that was typed back or saved, and perhaps the password")
  func setUp() async throws {
    let (service, ann, _) = try await world()
    await service.setEncryption(EncryptionAccount(nextStep: .setUp, password: "pass"), of: "ann")
    await #expect(throws: ChatError.self) { try await ann.setUpEncryption(confirming: "", password: nil) }
    let first = try await ann.makeRecoveryKey()
    let key = try await ann.makeRecoveryKey()
    #expect(first != key && key.split(separator: " ").count == 12)
    for wrong in [nil, first] {
      await #expect {
        _ = try await ann.setUpEncryption(confirming: wrong, password: "pass")
      } throws: { error in
        if case ChatError.refused(.recoveryKey) = error { true } else { false }
      }
    }
    for password in [nil, "wrong"] {
      await #expect(throws: ChatError.refused(.needsPassword)) {
        try await ann.setUpEncryption(confirming: key, password: password)
      }
    }
    let state = try await ann.setUpEncryption(confirming: key, password: "pass")
    #expect(state.isDeviceSigned && state.recovery == .key && state.nextStep == .none)
    #expect(try await ann.enterRecoveryKey(key).isDeviceSigned)
  }

  @Test("A saved recovery key counts as confirmed, and replaces no file")
  func saving() async throws {
    let (service, ann, _) = try await world()
    await service.setEncryption(EncryptionAccount(nextStep: .setUp), of: "ann")
    let key = try await ann.makeRecoveryKey()
    try await ann.saveRecoveryKey(to: "/safe/key")
    #expect(await service.savedRecoveryKey(at: "/safe/key") == key)
    await #expect(throws: ChatError.self) { try await ann.saveRecoveryKey(to: "/safe/key") }
    #expect(try await ann.setUpEncryption(confirming: nil, password: nil).isDeviceSigned)
  }

  @Test("Nothing is sent while an identity is changed, until it is accepted")
  func identities() async throws {
    let (service, ann, ben) = try await world()
    #expect(try await ann.encryptionRecipients(in: "room") == EncryptionRecipients())
    let token = try await ann.currentEventToken()
    await service.setIdentity(EncryptionIdentity(isChanged: true, unsignedDevices: 2), of: "ben")
    var events = try await ann.events(after: token).makeAsyncIterator()
    #expect(try await events.next()?.event == .recipientsChanged(channelId: "room"))
    let recipients = try await ann.encryptionRecipients(in: "room")
    #expect(recipients.changed.map(\.id) == ["ben"] && recipients.unsignedDevices == 2)
    await #expect(throws: ChatError.refused(.identityChanged(["ben"]))) {
      try await ann.say("secret", in: "room")
    }
    try await ben.say("I can", in: "room")
    try await ann.acceptIdentity(of: "ben")
    #expect(try await ann.encryptionRecipients(in: "room").changed.isEmpty)
    try await ann.say("secret", in: "room")
    await service.setIdentity(EncryptionIdentity(hasSignedDevice: false, unsignedDevices: 1), of: "ben")
    #expect(try await ann.encryptionRecipients(in: "room").unreachable.map(\.id) == ["ben"])
    await service.setIdentity(EncryptionIdentity(hasSignedDevice: false), of: "ben")
    #expect(try await ann.encryptionRecipients(in: "room").withoutDevice.map(\.id) == ["ben"])
    #expect(try await ann.encryptionRecipients(in: "room").unreachable.isEmpty)
  }

  @Test("A service without keys refuses every request")
  func without() async throws {
    let service = InMemoryChatService(clock: ManualClock())
    let ann = await service.device(user: "ann", id: "laptop")
    let refusal = ChatError.refused(.notSupported(.encrypts))
    await #expect(throws: refusal) { try await ann.encryptionState() }
    await #expect(throws: refusal) { try await ann.enterRecoveryKey("") }
    await #expect(throws: refusal) { try await ann.makeRecoveryKey() }
    await #expect(throws: refusal) { try await ann.saveRecoveryKey(to: "") }
    await #expect(throws: refusal) { try await ann.setUpEncryption(confirming: nil, password: nil) }
    await #expect(throws: refusal) { try await ann.encryptionRecipients(in: "room") }
    await #expect(throws: refusal) { try await ann.acceptIdentity(of: "ben") }
    await #expect(throws: refusal) {
      try await ann.createChannel(NewChannel(id: "a", type: .group, isEncrypted: true))
    }
  }
}

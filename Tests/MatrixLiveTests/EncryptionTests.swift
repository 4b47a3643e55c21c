import ChatDomain
import DraftEngine
import JSON
import MatrixService
import Testing

extension LiveTests {
  /// Encrypted rooms on a real server, by two accounts and two devices of one of them.
  @Suite("Encrypted conversations")
  struct EncryptionTests {
    @Test("Two accounts set up encryption and talk; a second device reads by the recovery key")
    func talk() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      let recoveryKey = try await laptop.setUp()
      let bens = try await EncryptedDevice(ben, "BENS")
      _ = try await bens.setUp()

      let channel = try await laptop.service.directChannel(with: ben.id).channel
      #expect(channel.isEncrypted)
      let room = channel.id
      _ = try await bens.service.join(room)
      #expect(try await laptop.service.encryptionRecipients(in: room) == EncryptionRecipients())

      let first = try await laptop.say("the tide is low", in: room)
      #expect(first.isEncrypted && first.encryptionNote == nil && first.text == "the tide is low")
      try await bens.until("the first message") { try await bens.said(in: room) == ["the tide is low"] }
      let answer = try await bens.say("so late", in: room)
      let reply = try await bens.say("under it", in: room, under: first.id)
      try await laptop.until("the answers") {
        try await laptop.said(in: room) == ["the tide is low", "so late"]
      }
      let replies = try await laptop.service.messages(MessageQuery(channelId: room, parentId: first.id))
      #expect(replies.elements.map(\.text) == ["under it"] && replies.elements.first?.id == reply.id)
      let edited = try await bens.service.edit(
        MessageEdit(
          transactionId: "e1", channelId: room, messageId: answer.id, markup: "so very late", files: []))
      #expect(edited.text == "so very late" && edited.isEncrypted)
      _ = try await laptop.service.setReaction(
        ReactionChange(
          transactionId: "r1", channelId: room, messageId: answer.id, name: "🎉", isOn: true, user: ann.id))
      try await laptop.until("the edit") {
        try await laptop.said(in: room) == ["the tide is low", "so very late"]
      }

      // The server saw none of it.
      let seen = try await ann.events(in: room).map { String(decoding: $0.raw, as: UTF8.self) }.joined()
      for word in ["tide", "so late", "very late", "under it"] where seen.contains(word) {
        Issue.record("the server saw “\(word)”")
      }

      // A new device reads nothing before it is signed, and everything afterwards.
      let phone = try await EncryptedDevice(ann, "PHONE")
      #expect(try await phone.service.encryptionState().nextStep == .enterRecoveryKey)
      #expect(try await phone.said(in: room) == [nil, nil])
      await #expect(throws: ChatError.self) { try await phone.service.enterRecoveryKey("EsTb wrong") }
      try await laptop.until("the backup") {
        try await laptop.service.encryptionState().backup == .on(waiting: 0)
      }
      try await bens.until("Ben's backup") {
        try await bens.service.encryptionState().backup == .on(waiting: 0)
      }
      let state = try await phone.service.enterRecoveryKey(recoveryKey)
      #expect(state.isDeviceSigned && state.nextStep == .none)
      try await phone.until("the history") {
        try await phone.said(in: room) == ["the tide is low", "so very late"]
      }
      #expect(try await phone.messages(in: room).allSatisfy { $0.isUnreadable || $0.isEncrypted })
      // New messages go to it, too.
      let second = try await bens.say("good night", in: room)
      try await phone.until("the new message") { try await phone.said(in: room).last == "good night" }
      #expect(try await phone.service.message(second.id, in: room).encryptionNote == nil)

      // Files: the server has other bytes, and each side the same.
      let words = Array("all hands at six".utf8)
      let sent = try await laptop.send(words, named: "notes.txt", in: room)
      #expect(sent.files.first?.name == "notes.txt" && sent.files.first?.size == words.count)
      try await bens.until("the file") { try await bens.messages(in: room).last?.files.count == 1 }
      let file = try #require(try await bens.messages(in: room).last?.files.first)
      #expect(file.name == "notes.txt" && file.mimeType == "text/plain")
      #expect(try await bens.service.download(file.id, 4..<9) == Array(words[4..<9]))
      #expect(try await ann.media(file.id.rawValue) != words)
      _ = try await laptop.service.delete(sent.id, in: room, hard: true)

      // After a restart everything is as it was.
      try await phone.until("the deletion") { try await phone.said(in: room).last == "good night" }
      let again = try await EncryptedDevice(again: phone)
      #expect(try await again.said(in: room) == ["the tide is low", "so very late", "good night"])
      try await again.say("from the phone", in: room)
      try await laptop.until("the phone's message") {
        try await laptop.said(in: room).last == "from the phone"
      }
      for device in [laptop, bens, again] { await device.close() }
    }
  }
}

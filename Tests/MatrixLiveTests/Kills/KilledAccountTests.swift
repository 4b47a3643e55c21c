import ChatDomain
import JSON
import ProgramTerminal
import TestSupport
import Testing

extension LiveTests {
  /// Kills the signed-in program again and again, with unsent text, files and drafts.
  ///
  /// `KILLS=1000` kills it that often in each (`make kills` does), `KILL_SEED` replays the choices.
  @Suite("Killed while signed in")
  struct KilledAccountTests {
    @Test(
      "Visible text is there again, and another client finds each sent message once")
    func killed() async throws {
      let server = try LiveServer.here()
      let person = try await server.person("ann")
      let room = try Nio(person).create("ledger")
      let life = WritingLife(of: person, writing: "entry")
      let last = try writeAndKill(life)
      let draft = life.draft

      // All messages of the room, in an independent client that syncs for the first time.
      let nio = try Nio(person, on: "reader")
      while try nio.ask("history", ["room": room, "limit": 500])["more"]?.bool == true {}
      let shown = try #require(try nio.ask("shows", ["room": room])["room"]?["messages"]?.elements)
      var counts: [String: Int] = [:]
      for message in shown {
        guard let body = message["body"]?.string else { continue }
        counts[body, default: 0] += 1
        guard let file = message["file"] else { continue }
        #expect(life.files[body] == file["name"]?.string, "\(body) came with another file")
        #expect(file["size"]?.integer == WritingLife.fileSize)
      }
      let lost = life.sent.filter { counts[$0] == nil }
      let doubled = counts.filter { $0.value > 1 }.keys.sorted()
      let strange = counts.keys.filter { !life.sent.contains($0) }.sorted()
      #expect(lost.isEmpty)
      #expect(doubled.isEmpty)
      #expect(strange.isEmpty)
      let sentFiles = shown.filter { $0["file"] != nil }.count
      #expect(sentFiles == life.files.count)
      // The remaining draft is also on the person's other devices.
      let other = try person.signIn()
      try other.until("“\(draft)” on another device, as on this one:\n\(last.text)") {
        draft.isEmpty || $0.shows(draft)
      }
      print(
        "kills: \(kills); sent: \(life.sent.count), \(life.files.count) of them with a file; lost: \(lost.count), doubled: "
          + "\(doubled.count); characters of drafts seen before a kill and again after it: \(life.echoed)")
    }

    @Test(
      "In an encrypted room, two other devices read each sent message once, and the server none of them")
    func killedInEncryptedRoom() async throws {
      let server = try LiveServer.here()
      let room = try await EncryptedRoom("ledger", at: server)
      let life = WritingLife(
        of: room.ann, writing: "wherry", setUp: { try $0.enter(recoveryKey: room.recoveryKey) })
      try writeAndKill(life)
      for device in [room.ben, room.laptop] {
        try await device.until("the last message") {
          try await device.said(in: room.id).last == life.sent.last
        }
        let said = try await device.allMessages(in: room.id).filter { $0.kind == .regular }
        #expect(said.allSatisfy { !$0.isUnreadable && $0.encryptionNote == nil })
        // Each once, in the order in which they were sent.
        #expect(said.map(\.text) == life.sent)
        for message in said {
          #expect(message.files.map(\.name) == (life.files[message.text].map { [$0] } ?? []))
          for file in message.files { #expect(file.size == WritingLife.fileSize) }
        }
      }
      let found = try traces(of: ["\(life.word) "], below: server.folder)
      #expect(found.isEmpty, "\(found)")
      print(
        "kills: \(kills); encrypted: \(life.sent.count), \(life.files.count) of them with a file; characters of drafts "
          + "seen before a kill and again after it: \(life.echoed)")
      await room.close()
    }

    private var kills: Int { environmentNumber("KILLS") ?? 20 }

    /// - Returns: the terminal in which all is sent; without it, its program ends.
    @discardableResult
    private func writeAndKill(_ life: WritingLife) throws -> VirtualTerminal {
      var random = SeededGenerator(seed: UInt64(environmentNumber("KILL_SEED") ?? 1))
      for _ in 0..<kills {
        let terminal = try life.start()
        try life.look(terminal)
        try life.write(terminal, random: &random)
      }
      let last = try life.start()
      try life.look(last)
      try life.untilAllIsSent(last)
      return last
    }
  }
}

import ChatDomain
import Foundation
import JSON
import MatrixService
import ProgramTerminal
import Testing

extension LiveTests {
  /// Identities, recovery keys and backups, made by Inkwell and opened by Element's own engine, and the reverse.
  @Suite("Element: keys", .enabled(if: Element.isHere, Element.absence))
  struct ElementKeyTests {
    @Test("Each opens what the other set up by the recovery key, and reads the other's backup")
    func recovery() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      let annsKey = try await laptop.setUp()
      let desk = try Element(ben.person)
      let bensKey = try desk.string("key", "recovery")
      let channel = try await laptop.service.directChannel(with: ben.id).channel
      let room = channel.id.rawValue
      #expect(channel.isEncrypted)
      try desk.ask("join", ["room": room])
      try desk.until(room, ["members": 2, "encrypted": true])
      #expect(try await laptop.service.encryptionRecipients(in: channel.id) == EncryptionRecipients())
      try await laptop.say("the tide is low", in: channel.id)
      #expect(try desk.shows(room, ["body": "the tide is low"])["shield"]?.isNull == true)
      try desk.send(room, "so late")
      let said = ["the tide is low", "so late"]
      try await laptop.until("the answer") { try await laptop.said(in: channel.id) == said }
      #expect(try await laptop.messages(in: channel.id).allSatisfy { $0.encryptionNote == nil })
      try await laptop.until("the backup") {
        try await laptop.service.encryptionState().backup == .on(waiting: 0)
      }
      try desk.ask("backed_up")

      // Element on a new device, by the recovery key that Inkwell made.
      let tablet = try Element(ann.person)
      #expect(try tablet.string("device", "state") == "unverified")
      try tablet.ask("recover", ["key": annsKey])
      let state = try tablet.ask("state")
      #expect(
        state["device"]?.string == "verified" && state["recovery"]?.string == "enabled"
          && state["backup"]?.string == "enabled", "\(state)")
      for text in said { try tablet.shows(room, ["kind": "text", "body": text]) }

      // Inkwell on a new device, by the recovery key that Element made.
      let phone = try await EncryptedDevice(ben, "PHONE")
      #expect(try await phone.service.encryptionState().nextStep == .enterRecoveryKey)
      let signed = try await phone.service.enterRecoveryKey(bensKey)
      #expect(signed.isDeviceSigned && signed.nextStep == .none, "\(signed)")
      try await phone.until("the history") { try await phone.said(in: channel.id) == said }

      // All four read what each says from now on, without a warning.
      let words = ["from the laptop", "from the phone", "from the desk", "from the tablet"]
      try await laptop.say(words[0], in: channel.id)
      try await phone.say(words[1], in: channel.id)
      try desk.send(room, words[2])
      try tablet.send(room, words[3])
      for text in words {
        for element in [desk, tablet] {
          #expect(
            try element.shows(room, ["kind": "text", "body": text])["shield"]?.isNull == true, "\(text)")
        }
        for device in [laptop, phone] {
          try await device.until(text) { try await device.said(in: channel.id).contains(text) }
          let message = try await device.messages(in: channel.id).first { $0.text == text }
          #expect(message?.encryptionNote == nil, "\(text) on \(device.account.id)")
        }
      }
      #expect(
        try desk.string("key", "identity", ["user": ann.id.rawValue])
          == tablet.string("key", "identity", ["user": ann.id.rawValue]))
      for device in [laptop, phone] { await device.service.close() }
    }

    @Test(
      "An account that Element set up is opened in the program by its recovery key",
      arguments: [nil, "a horse in the rain"])
    func signIn(passphrase: String?) async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      let (anns, bens) = (try Element(ann), try Element(ben))
      let key = try anns.string("key", "recovery", passphrase.map { ["passphrase": $0] } ?? [:])
      try bens.string("key", "recovery")
      let room = try bens.string("room", "create", ["name": "vault", "invite": [ann.id]])
      try anns.ask("join", ["room": room])
      try bens.until(room, ["members": 2])
      try bens.send(room, "the tide is low")
      try anns.shows(room, ["body": "the tide is low"])
      try anns.send(room, "so late")
      try anns.ask("backed_up")

      let terminal = try ann.signIn(columns: 120)
      try terminal.until("→ #vault ⚿")
      try terminal.until("unreadable messages") { $0.count(of: "its key has not arrived yet") == 2 }
      try terminal.enter(recoveryKey: passphrase ?? key)
      try terminal.untilSaid("the tide is low", "so late", "sender not proven")
      try terminal.send("coming")
      for element in [anns, bens] {
        let shown = try element.shows(room, ["kind": "text", "body": "coming", "sender": ann.id])
        #expect(shown["shield"]?.isNull == true, "\(shown)")
      }
      try bens.send(room, "all hands")
      try terminal.untilSaid("all hands")
    }

    @Test("Element gives no key to a device that is not signed; signed, it reads what it missed")
    func unsigned() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      let key = try await laptop.setUp()
      let phone = try await EncryptedDevice(ann, "PHONE")
      let desk = try Element(ben.person)
      try desk.string("key", "recovery")
      let room = try await laptop.service.directChannel(with: ben.id).channel.id
      try desk.ask("join", ["room": room.rawValue])
      try desk.until(room.rawValue, ["members": 2])
      try desk.send(room.rawValue, "the tide is low")
      try await laptop.until("the message") { try await laptop.said(in: room) == ["the tide is low"] }
      try await phone.until("the reason") {
        try await phone.messages(in: room).contains { $0.encryptionNote == .deviceNotSigned }
      }
      try await phone.say("not to be seen", in: room)
      let hidden = try desk.shows(room.rawValue, ["kind": "unreadable", "sender": ann.id.rawValue])
      #expect(hidden["reason"]?.string == "unsigned_device", "\(hidden)")
      try await laptop.until("the backup") {
        try await laptop.service.encryptionState().backup == .on(waiting: 0)
      }

      _ = try await phone.service.enterRecoveryKey(key)
      try await phone.until("what it missed") { try await phone.said(in: room).first == "the tide is low" }
      try desk.send(room.rawValue, "and now")
      try await phone.until("the new message") { try await phone.said(in: room).last == "and now" }
      #expect(try await phone.messages(in: room).last?.encryptionNote == nil)
      try await phone.say("to be seen", in: room)
      #expect(try desk.shows(room.rawValue, ["body": "to be seen"])["shield"]?.isNull == true)
      for device in [laptop, phone] { await device.service.close() }
    }

    @Test("New keys made in Element stop messages until they are accepted")
    func newIdentity() async throws {
      let pair = try await ElementMessageTests.Pair(at: try LiveServer.here())
      let (terminal, element, room) = (pair.terminal, pair.element, pair.room)
      try terminal.send("the tide is low")
      try pair.reads(["body": "the tide is low"])
      try element.ask("reset_identity", ["password": Person.password])
      try terminal.until("\(pair.ben.name) has a new identity: /accept")
      try element.send(room, "who am I")
      try terminal.untilSaid("who am I", "sender's identity changed")
      try terminal.send("only to whom I know")
      try terminal.untilSaid("! failed")
      try terminal.send("/accept")
      try terminal.confirm("Accept the new identity of \(pair.ben.name) (")
      try pair.reads(["body": "only to whom I know"])
      try terminal.until("the message, sent") { !$0.says("! failed") && !$0.shows("has a new identity") }
      try element.send(room, "it is me")
      try terminal.untilSaid("it is me")
      let row = terminal.messages.split(separator: "\n").first { $0.contains("it is me") }
      #expect(row?.contains("identity changed") == false, "\(terminal.text)")
    }

    @Test("New keys that were made here are taken by Element, and so is a recovery key that Element replaced")
    func replaced() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      _ = try await laptop.setUp()
      let desk = try Element(ben.person)
      let oldKey = try desk.string("key", "recovery")
      let room = try await laptop.service.directChannel(with: ben.id).channel.id
      try desk.ask("join", ["room": room.rawValue])
      try await laptop.say("the tide is low", in: room)
      let first = try desk.shows(room.rawValue, ["body": "the tide is low"])
      #expect(first["shield"]?.isNull == true)
      let before = try desk.string("key", "identity", ["user": ann.id.rawValue])

      // Ann lost everything, and makes new keys.
      await laptop.service.close()
      let phone = try await EncryptedDevice(ann, "PHONE")
      #expect(try await phone.service.encryptionState().nextStep == .enterRecoveryKey)
      let made = try await phone.service.makeRecoveryKey()
      await #expect(throws: ChatError.refused(.needsPassword)) {
        try await phone.service.setUpEncryption(confirming: made, password: nil)
      }
      let state = try await phone.service.setUpEncryption(confirming: made, password: Person.password)
      #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
      try await phone.say("from a new device", in: room)
      #expect(try desk.shows(room.rawValue, ["body": "from a new device"])["shield"]?.isNull == true)
      #expect(try desk.string("key", "identity", ["user": ann.id.rawValue]) != before)
      try desk.send(room.rawValue, "welcome back")
      try await phone.until("the answer") { try await phone.said(in: room).last == "welcome back" }

      // Ben replaces his recovery key in Element: the old one opens nothing, the new one all.
      let newKey = try desk.string("key", "new_recovery_key")
      try desk.ask("backed_up")
      let tablet = try await EncryptedDevice(ben, "TABLET")
      await #expect(throws: ChatError.self) { try await tablet.service.enterRecoveryKey(oldKey) }
      let opened = try await tablet.service.enterRecoveryKey(newKey)
      #expect(opened.isDeviceSigned && opened.nextStep == .none, "\(opened)")
      try await tablet.until("the history") {
        try await tablet.said(in: room) == ["the tide is low", "from a new device", "welcome back"]
      }
      for device in [phone, tablet] { await device.service.close() }
    }

    @Test("New keys that oneself made in Element unsign this device, and the new recovery key signs it again")
    func ownReset() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      let oldKey = try await laptop.setUp()
      let (tablet, desk) = (try Element(ann.person), try Element(ben.person))
      try tablet.ask("recover", ["key": oldKey])
      try desk.string("key", "recovery")
      let room = try await laptop.service.directChannel(with: ben.id).channel.id
      try desk.ask("join", ["room": room.rawValue])
      try await laptop.say("the tide is low", in: room)
      try desk.shows(room.rawValue, ["body": "the tide is low"])
      try await laptop.until("the backup") {
        try await laptop.service.encryptionState().backup == .on(waiting: 0)
      }
      try tablet.ask("reset_identity", ["password": Person.password])
      let newKey = try tablet.string("key", "recovery")
      try await laptop.until("the reset seen") {
        let state = try await laptop.service.encryptionState()
        return !state.isDeviceSigned && state.nextStep != .none
      }
      await #expect(throws: ChatError.self) { try await laptop.service.enterRecoveryKey(oldKey) }
      let state = try await laptop.service.enterRecoveryKey(newKey)
      #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
      try await laptop.say("signed again", in: room)
      #expect(try desk.shows(room.rawValue, ["body": "signed again"])["shield"]?.isNull == true)
      try desk.send(room.rawValue, "so are we all")
      for text in ["signed again", "so are we all"] { try tablet.shows(room.rawValue, ["body": text]) }
      try await laptop.until("the answer") { try await laptop.said(in: room).last == "so are we all" }
      #expect(try await laptop.messages(in: room).last?.encryptionNote == nil)
      // The old message is in the new backup, which a new device of hers shows.
      try await laptop.until("the new backup") {
        try await laptop.service.encryptionState().backup == .on(waiting: 0)
      }
      let phone = try await EncryptedDevice(ann, "PHONE")
      _ = try await phone.service.enterRecoveryKey(newKey)
      try await phone.until("the history") {
        try await phone.said(in: room) == ["the tide is low", "signed again", "so are we all"]
      }
      for device in [laptop, phone] { await device.service.close() }
    }

    @Test("Over a change of keys after a hundred messages, each side reads all of the other's")
    func rotation() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await Account("ann", at: server), try await Account("ben", at: server))
      let laptop = try await EncryptedDevice(ann, "LAPTOP")
      _ = try await laptop.setUp()
      let desk = try Element(ben.person)
      try desk.string("key", "recovery")
      let room = try await laptop.service.directChannel(with: ben.id).channel.id
      try desk.ask("join", ["room": room.rawValue])
      try desk.until(room.rawValue, ["members": 2])
      for number in 1...110 { try await laptop.say("ours \(number)", in: room) }
      for number in 1...110 { try desk.send(room.rawValue, "theirs \(number)") }
      for number in 1...110 { try desk.shows(room.rawValue, ["body": "ours \(number)", "shield": NSNull()]) }
      let theirs = (1...110).map { "theirs \($0)" }
      try await laptop.until("all of theirs") {
        try await laptop.messages(in: room, limit: 110).map(\.text) == theirs
      }
      #expect(try await laptop.messages(in: room, limit: 250).allSatisfy { $0.encryptionNote == nil })
      let events = try await ann.events(in: room)
      for person in [ann, ben] {
        let sessions = Set(
          events.filter { $0["sender"]?.string == person.id.rawValue }.compactMap {
            $0["content"]?["session_id"]?.string
          })
        #expect(sessions.count == 2, "\(person.id): \(sessions)")
      }
      await laptop.service.close()
    }
  }
}

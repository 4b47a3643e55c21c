import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: encrypted", .serialized)
struct EncryptedTests {
  private let note = "encrypted, cannot be read yet"

  /// An encrypted channel with a message from Ana.
  private func scenario(isPlain: Bool = false, by author: UserID = "ana") async throws -> Scenario {
    let mia = try await Scenario(columns: 120, isPlain: isPlain)
    try await mia.service.encrypt("general")
    try await mia.service.sayUnreadably(by: author, in: "general")
    return await mia.start()
  }

  @Test("An encrypted message is marked in its place, in the channel and in the list")
  func shown() async throws {
    let mia = try await scenario()
    #expect(mia.main.contains { $0.contains(note) }, "\(mia.picture)")
    #expect(mia.screen.contains { $0.contains("Ana García: encrypt") }, "\(mia.picture)")
    let id = try await mia.service.sayUnreadably(by: "ana", in: "general")
    await mia.settle()
    try await mia.service.reveal(id, in: "general", [.plainText(text: "now it can")])
    await mia.settle()
    mia.sees("now it can", note)
  }

  @Test(
    "List, header and composer mark an encrypted channel"
  )
  func marked() async throws {
    let mia = try await scenario()
    #expect(mia.side.contains { $0.contains("# general ⚿") }, "\(mia.picture)")
    #expect(mia.side.contains { $0.contains("# offtopic") && !$0.contains("⚿") }, "\(mia.picture)")
    #expect(mia.header.contains(" #general · ⚿ encrypted · Team-wide chat"), "\(mia.picture)")
    mia.sees("⇒ encrypted: this device cannot send there", "/dm NAME opens an unencrypted conversation")
    await mia.type("a")
    await mia.type(" secret", .shows("⇒ encrypted: this device cannot send there"))
    mia.misses("/dm NAME opens")
    await mia.keys("C-x b")
    await mia.keys("Esc")
    await mia.resize(columns: 80, rows: 24)
    await mia.keys("C-c", .shows("⇒ encrypted: this device cannot send there"))
    mia.sees("/dm NAME opens an unencrypted conversation")
    // At the smallest size the end is truncated.
    await mia.resize(columns: 40, rows: 12)
    mia.sees("⇒ encrypted: this device cannot", "/dm NAME opens an unencrypted")
  }

  @Test("A channel that becomes encrypted is marked at once and keeps its clear messages")
  func clear() async throws {
    let mia = try await Scenario(columns: 120)
    try await mia.say("for everybody to read", by: "ana")
    await mia.start()
    mia.misses("not encrypted")
    try await mia.service.encrypt("general")
    let id = try await mia.service.sayUnreadably(by: "ana", in: "general")
    await mia.settle()
    #expect(mia.header.contains("⚿ encrypted"), "\(mia.picture)")
    #expect(
      mia.main.contains { $0.contains("for everybody to read") && $0.contains("not encrypted") },
      "\(mia.picture)")
    #expect(mia.main.count { $0.contains("not encrypted") && !$0.contains("/dm") } == 1, "\(mia.picture)")
    // A decrypted message is not marked as plain text.
    try await mia.service.reveal(id, in: "general", [.plainText(text: "now it can")])
    await mia.settle()
    #expect(
      mia.main.contains { $0.contains("now it can") && !$0.contains("not encrypted") }, "\(mia.picture)")
  }

  @Test("/dm starts an unencrypted conversation, and its text is sent")
  func direct() async throws {
    let mia = try await Scenario(columns: 120)
    let former = try await mia.device("mia", "setup").directChannel(with: "alex").id
    try await mia.service.encrypt(former)
    await mia.start(in: former)
    #expect(mia.header.contains(" @ Alex Dunn · ⚿ encrypted"), "\(mia.picture)")
    await mia.enter("/dm alex can you read this?")
    #expect(
      mia.header.contains(" @ Alex Dunn · offline · a new conversation") && !mia.header.contains("⚿"),
      "\(mia.picture)")
    #expect(mia.line == "can you read this?|", "\(mia.picture)")
    await mia.keys("Enter")
    let alex = await mia.device("alex", "phone")
    let directs = try await alex.channels(ListQuery()).elements.filter { $0.channel.type == .direct }
    #expect(
      directs.count == 2 && directs.first { $0.id != former }?.lastMessage?.text == "can you read this?")
  }

  @Test("The switcher offers a person who has only an encrypted conversation")
  func switcher() async throws {
    let mia = try await Scenario(columns: 120)
    try await mia.service.encrypt(try await mia.device("mia", "setup").directChannel(with: "alex").id)
    await mia.start()
    await mia.keys("C-x b", type: "@alex")
    await mia.wait(.seconds(1))
    #expect(mia.screen.contains { $0.contains("@Alex Dunn") && $0.contains("person") }, "\(mia.picture)")
  }

  @Test("Text typed in an encrypted channel stays in the composer, and nothing leaves the device")
  func sending() async throws {
    let mia = try await scenario()
    #expect(!mia.status.contains("on this device only"), "there is no draft: \(mia.picture)")
    await mia.enter("a secret", .shows("the channel is encrypted, and this device cannot encrypt"))
    #expect(mia.line == "a secret|")
    await mia.keys("Left", .status("draft saved on this device only"))
    #expect(try await mia.store.outbox().isEmpty)
    await mia.wait(.seconds(60))
    await mia.keys("C-x C-c")
    await mia.end()
    let terminal = await mia.device("mia", "terminal")
    #expect(terminal.requestCounts[.send] == nil && terminal.requestCounts[.saveDraft] == nil)
    #expect(try await mia.said().filter { !$0.isUnreadable && $0.kind == .regular }.isEmpty)
    #expect(try await mia.store.drafts().map(\.content.elements.text) == ["a secret"])
  }

  @Test("Other channels work as before, and the text can be moved there")
  func elsewhere() async throws {
    let mia = try await scenario()
    await mia.enter("a secret")
    await mia.go(to: "offtopic")
    await mia.enter("no secret")
    #expect(try await mia.said(in: "offtopic").map(\.text) == ["no secret"])
    await mia.go(to: "general")
    #expect(mia.line == "a secret|")
  }

  @Test("An encrypted message cannot be copied, and is quoted without text")
  func copyAndQuote() async throws {
    let mia = try await scenario()
    mia.programs.hasClipboard = true
    await mia.keys("M-s y", .shows("Not copied: the message is encrypted and cannot be read yet"))
    #expect(mia.programs.clipboard == nil)
    await mia.keys("r")
    #expect(mia.main.suffix(5).contains { $0.contains(note) }, "\(mia.picture)")
    #expect(mia.draft()?.content.quoted?.isUnreadable == true)
    #expect(mia.draft()?.content.quoted?.elements.isEmpty == true)
  }

  @Test("An own encrypted message cannot be edited")
  func edit() async throws {
    let mia = try await scenario(by: "mia")
    await mia.keys("M-s e", .shows("message is encrypted and cannot be read yet"))
    await mia.keys("Esc", type: "words")
    #expect(mia.line == "words|" && mia.draft()?.text == "words")
  }

  @Test("Line mode says that a channel is encrypted and shows its clear messages")
  func plainClear() async throws {
    let mia = try await Scenario(isPlain: true)
    try await mia.say("for everybody", by: "ana")
    try await mia.service.encrypt("general")
    await mia.start(in: "offtopic")
    let heard = await mia.hearing {
      await mia.go(to: "general")
      await mia.enter("/read 1")
      await mia.enter("/channels")
    }
    #expect(
      heard.contains { $0.contains("Encrypted: this device cannot send there; /dm NAME opens") },
      "\(heard)")
    #expect(heard.contains("Ana García, 12:00, not encrypted: for everybody"), "\(heard)")
    #expect(heard.contains { $0.contains("general, encrypted") }, "\(heard)")
  }

  @Test("Line mode says that a message cannot be read, and later its text")
  func plain() async throws {
    let mia = try await scenario(isPlain: true)
    let before = await mia.hearing {
      await mia.enter("/read 1")
    }
    #expect(before.contains("Ana García, 12:00: \(note)"), "\(before)")
    var id: MessageID = ""
    let heard = try await mia.hearing {
      id = try await mia.service.sayUnreadably(by: "ana", in: "general")
      await mia.settle()
    }
    #expect(heard == ["Ana García, 12:00: \(note)"])
    let readable = try await mia.hearing {
      try await mia.service.reveal(id, in: "general", [.plainText(text: "now it can")])
      await mia.settle()
    }
    #expect(readable == ["Can be read now: Ana García: now it can"])
  }
}

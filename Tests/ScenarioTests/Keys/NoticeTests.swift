import ChatControllers
import ChatDomain
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Notices in the last line", .serialized)
struct NoticeTests {
  private func started(_ style: KeyStyle = .emacs) async throws -> Scenario {
    var settings = Settings()
    settings.keyStyle = style
    let mia = try await Scenario(settings: settings)
    try await mia.say("a question", by: "ana")
    return await mia.start()
  }

  @Test(
    "A key or command with nothing to do says why, and what to do instead",
    arguments: [
      ("", "C-y", "Nothing to paste yet"), ("", "C-x g", "You are in no spaces"),
      ("", "C-x 4", "None of your channels is in a space"),
      ("", "M-/", "No previous channel"), ("", "M-9", "There is no channel 9"),
      ("", "M-p", "Nothing sent from here yet"), ("", "M-s v", "No picture in this message"),
      ("/space hill", "Enter", "You are in no spaces"), ("/save", "Enter", "No files here yet"),
      ("/ignore mia", "Enter", "That is you"),
      ("/typing", "Enter", "The line above the composer shows who is typing"),
      ("/forget nowhere", "Enter", "You have not left a channel named nowhere; /leave leaves one first"),
      ("/logout", "Enter", "The demo has no account to sign out of"),
      ("/logout now", "Enter", "Use /logout, or /logout erase to delete the data here too"),
    ])
  func idle(_ typed: String, _ keys: String, _ notice: String) async throws {
    let mia = try await started()
    await mia.type(typed, keys: keys, .notice(notice))
    #expect(try await mia.said().count == 1)
  }

  @Test(
    "vi's keys say which register is missing or empty, and what would be too long",
    arguments: [
      ("\" !", "There is no register !"), ("\" q p", "That register is empty"),
      ("y y 9 9 9 9 p", "That would insert more than a million characters"),
    ])
  func vi(_ keys: String, _ notice: String) async throws {
    let mia = try await started(.vi)
    let words = String(repeating: "long ", count: 30)
    await mia.type(words, keys: "Escape " + keys, .notice(notice))
    #expect(mia.draft()?.text == words)
  }

  @Test("Keys that a paste has swallowed are reported")
  func ignoredKeys() async throws {
    let mia = try await started()
    mia.terminal.send([.keysIgnored])
    await mia.settle()
    #expect(mia.foot.contains("Keys right after the paste were ignored"), "\(mia.picture)")
  }

  @Test("Names that were left twice are told apart by their ids")
  func leftTwice() async throws {
    let mia = try await Scenario()
    let setup = await mia.device("mia", "setup")
    for id in ["attic-1", "attic-2"] {
      _ = try await setup.createChannel(NewChannel(id: ChannelID(id), name: "attic", type: .public))
      try await setup.leave(ChannelID(id))
    }
    await mia.start()
    await mia.enter("/forget attic", .notice("2 channels that you left have this name: "))
    #expect(mia.foot.contains("attic-1") && mia.foot.contains("attic-2"), "\(mia.picture)")
  }

  @Test("Typing on while a person is looked up keeps the place, and says how to go there")
  func found() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/dm ben")
    await mia.type("hel")
    for _ in 0..<10 { await mia.wait(.seconds(6)) }
    #expect(
      mia.line == "hel|" && mia.foot.contains("Found ben; /dm ben opens the conversation"), "\(mia.picture)")
  }

  @Test("In no channel Enter keeps the text and names the commands that lead to one")
  func nowhere() async throws {
    let mia = try await Scenario().start(in: nil)
    mia.app.go(to: .channel(.nowhere))
    await mia.settle()
    let notice =
      "Not sent: no channel is open. The text is kept; try /join, /dm, /create, /invitations"
    await mia.enter("for whom?", .line("for whom?|"), .notice(notice))
  }

  @Test("A text that is too long for a message with as many files as it may have says so")
  func tooLong() async throws {
    let mia = try await Scenario().start()
    var limits = await mia.device("mia", "terminal").limits
    limits.messageBytes = 10
    limits.filesPerMessage = 1
    await mia.service.setLimits(limits)
    await mia.settle()
    await mia.enter("/attach ~/notes.txt")
    let notice =
      "Not sent: 3 bytes over the limit. Shorten the text, or remove a file to send it as one"
    await mia.enter("more than ten", .line("more than ten|"), .notice(notice))
    #expect(try await mia.said().isEmpty)
  }

  @Test("A text that changed while it was asked about is not sent")
  func changed() async throws {
    var settings = Settings()
    settings.composer.nameResolution = .ask
    let mia = try await Scenario(settings: settings).start()
    await mia.enter("hey @ana", .shows("Notify Ana García?"))
    let composer = try #require(mia.app.focused?.composer)
    try composer.draft.apply(DraftTransaction(changes: [TextChange(0..<0, "do ")], origin: .merge))
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab", .notice("Not sent: the text has changed"))
    #expect(try await mia.said().isEmpty && mia.draft()?.text == "do hey @ana")
  }

  @Test("In line mode older messages that cannot be loaded are reported with the reason")
  func older() async throws {
    let mia = try await Scenario(isPlain: true)
    try await mia.said(70)
    await mia.start()
    await mia.refuse([.messages])
    let heard = await mia.hearing { for _ in 0..<8 { await mia.keys("PgUp") } }
    #expect(
      heard.contains("Error: Older messages could not be loaded: you are not allowed to do that"),
      "\(heard)")
  }

  @Test("The edit of a message keeps its quote, and says so to a key that would quote")
  func quoteUnderEdit() async throws {
    let mia = try await Scenario()
    let mine = try await mia.say("my proposal", by: "mia")
    await mia.start()
    _ = try await mia.device("ben").setReaction(
      ReactionChange(
        transactionId: "t-ben", channelId: "general", messageId: mine.id, name: "👍", isOn: true, user: "ben"))
    await mia.settle()
    await mia.keys("Up C-x i C-x r", .line("my proposal|"), .notice("Not quoted: "))
  }

  @Test("An invitation in the inbox has no message to reply to: a key names the one that accepts")
  func acceptsInvitation() async throws {
    let mia = try await Scenario(lacking: [.addsMembers]).start()
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .group, members: ["mia"]))
    await mia.settle()
    await mia.keys("C-x i C-x r", .notice("Enter accepts an invitation"))
  }

  @Test("A service message cannot be deleted")
  func serviceMessage() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("M-s d", .notice("Service messages cannot be deleted"))
  }

  @Test("A draft that follows its channel leaves its quote behind, and says so")
  func movedWithoutQuote() async throws {
    let mia = try await Scenario(columns: 80, rows: 30)
    try await mia.say("a claim", by: "ana", in: "offtopic")
    await mia.start(in: "offtopic")
    _ = try await mia.device("ana").createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-s r", type: "half a thought")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("Enter")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#lounge") && mia.shows("half a thought"), "\(mia.picture)")
    #expect(mia.foot.contains("Your draft moved to this channel, without its quote"), "\(mia.picture)")
  }

  @Test(
    "Data of the device that cannot be read is reported with the reason",
    arguments: [
      (SlowStore.Reading.history, "Sent messages could not be loaded"),
      (.drafts, "The data on this device cannot be read"),
    ])
  func unreadable(_ reading: SlowStore.Reading, _ notice: String) async throws {
    let mia = try await Scenario()
    await mia.disk.refuse(reading)
    await mia.start(in: nil)
    #expect(mia.foot.contains(notice), "\(mia.picture)")
  }
}

@Suite("Commands by the names of other programs", .serialized)
struct OtherNamesTests {
  @Test(
    "A command of another program does what ours does",
    arguments: [
      ("/j offtopic", "#offtopic"), ("/msg ana", "@ Ana García"), ("/query ben", "@ Ben Okafor"),
      ("/part", "Leave #general?"), ("/close", "Leave #general?"), ("/names", "Members of #general"),
      ("/who", "Members of #general"), ("/lastlog", "Search in #general"), ("/list", "Channels to join"),
      ("/file ~/notes.txt", "notes.txt"), ("/upload ~/notes.txt", "notes.txt"),
      ("/threads", "┌ Threads"), ("/history", "History of #general"),
    ])
  func works(_ line: String, _ seen: String) async throws {
    let mia = try await Scenario().start()
    await mia.type(line, keys: "Esc Enter", .hides("There is no"))
    await mia.wait(.seconds(1))
    mia.sees(seen)
    #expect(try await mia.said().isEmpty)
  }

  @Test("Each name of other programs for leaving quits", arguments: ["/exit", "/bye"])
  func quits(_ line: String) async throws {
    let mia = try await Scenario().start()
    await mia.type(line, keys: "Esc Enter")
    #expect(!mia.isRunning)
    await mia.end()
  }

  @Test(
    "A command that has no counterpart here says what to do instead",
    arguments: [
      ("/whois ana", "There is no /whois; /members shows who is here, /dm NAME writes to a person"),
      ("/away", "There is no /away; presence in the configuration sets what others see"),
      ("/nick mia", "There is no /nick; your name can only be changed in another client"),
      ("/redact", "There is no /redact; select a message with M-s, then d deletes it"),
      ("/set", "There is no /set; settings are in a file; inkwell --print-config shows it"),
      ("/reload", "There is no /reload; settings are in a file; inkwell --print-config shows it"),
      ("/config", "There is no /config; settings are in a file; inkwell --print-config shows it"),
      ("/connect", "There is no /connect; /login signs in to a Matrix server"),
      ("/exti", "There is no /exti; did you mean /exit? //exti sends it as text"),
      ("/jion design", "There is no /jion; did you mean /join? //jion sends it as text"),
    ])
  func names(_ line: String, _ notice: String) async throws {
    let mia = try await Scenario().start()
    await mia.type(line, keys: "Esc Enter", .notice(notice))
    #expect(try await mia.said().isEmpty)
  }
}

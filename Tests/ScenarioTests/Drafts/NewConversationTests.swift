import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Writing to a person without a conversation", .serialized)
struct NewConversationTests {
  private let ben = ChannelID(prospectWith: "ben")

  /// Selects Ben in the switcher.
  private func opening(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns).start()
    await mia.keys("C-x b", type: "@ben", .shows("▸ @Ben Okafor"))
    return mia
  }

  private func conversations(of mia: Scenario) async throws -> Int {
    try await mia.device("mia").channels(ListQuery()).elements.filter { $0.channel.type == .direct }.count
  }

  private func waitLong(_ mia: Scenario) async {
    for _ in 0..<10 { await mia.wait(.seconds(2)) }
  }

  @Test("The place opens at once, is labelled as new, and keeps its draft on this device only")
  func place() async throws {
    let mia = try await opening()
    await mia.slow(.seconds(2))
    await mia.keys("Enter", type: "for your eyes")
    #expect(mia.header.hasPrefix("@ ") && mia.header.contains("a new conversation"), "\(mia.picture)")
    #expect(mia.line == "for your eyes|", "\(mia.picture)")
    mia.sees("draft saved on this device only")
    await waitLong(mia)
    #expect(mia.header.hasPrefix("@ Ben Okafor") && mia.line == "for your eyes|", "\(mia.picture)")
    #expect(mia.draft(in: "general") == nil)
    #expect(try await conversations(of: mia) == 1)
    #expect(try await mia.store.draft(for: DraftKey(channelId: ben))?.content.text == "for your eyes")
  }

  @Test("The draft is in the sidebar, the drafts and the switcher, and survives a restart")
  func listed() async throws {
    let mia = try await opening()
    await mia.keys("Enter", type: "lunch with the captain?")
    await mia.keys("M-1", .shows("4@ Ben Okafor"), .shows("✎ lunch with the cap…"))
    await mia.keys("C-x d", .shows("@Ben Okafor"))
    await mia.keys("Esc C-x b", type: "captain", .shows("✎ lunch with the captain?"))
    await mia.keys("Enter", .line("lunch with the captain?|"))
    try await mia.restart()
    #expect(mia.header.hasPrefix("@ Ben Okafor") && mia.line == "lunch with the captain?|", "\(mia.picture)")
    // An emptied draft disappears.
    await mia.keys("C-c M-1")
    #expect(!mia.screen.contains { $0.contains("Ben Okafor") }, "\(mia.picture)")
  }

  @Test("Sending creates the conversation, and the place becomes it")
  func sending() async throws {
    let mia = try await opening()
    await mia.keys("Enter")
    await mia.enter("hello ben")
    await mia.settle()
    #expect(try await conversations(of: mia) == 2)
    let id = try await mia.device("mia").directChannel(with: "ben").id
    #expect(try await mia.said(in: id).map(\.text) == ["hello ben"])
    #expect(
      mia.header.hasPrefix("@ Ben Okafor") && !mia.header.contains("new conversation"), "\(mia.picture)")
    mia.sees("hello ben", "drafts saved")
    await mia.type("and")
    #expect(mia.draft(in: id)?.text == "and")
    #expect(try await mia.store.drafts().map(\.key.channelId).contains(ben) == false)
  }

  @Test("Every frame shows the person's name, even before the channel list has the conversation")
  func named() async throws {
    let mia = try await opening()
    await mia.keys("Enter", type: "hello ben")
    await mia.slow(.seconds(2))
    await mia.keys("Enter")
    for _ in 0..<40 {
      await mia.wait(.milliseconds(500))
      #expect(mia.header.hasPrefix("@ Ben Okafor"), "\(mia.picture)")
      mia.misses("direct:")
    }
    #expect(!mia.header.contains("new conversation"), "\(mia.picture)")
  }

  @Test(
    "Offline the message is queued and sent later; nothing waits for an answer"
  )
  func offline() async throws {
    let mia = try await opening()
    await mia.keys("Esc")
    await mia.offline(true)
    await mia.enter("/dm @ben:example.org the first words")
    #expect(mia.header.contains("a new conversation") && mia.line == "the first words|", "\(mia.picture)")
    await mia.keys("C-c M-1")
    // Alex and the conversation are cached.
    await mia.enter("/dm alex hi", .header("@ Alex Dunn"), .line("hi|"))
    #expect(!mia.header.contains("new conversation"))
  }

  @Test("If the other person starts the conversation, the draft and the caret move there")
  func otherWay() async throws {
    let mia = try await opening()
    await mia.keys("Enter", type: "I was about to")
    await mia.keys("C-Left")
    let made = try await mia.device("ben").directChannel(with: "mia")
    try await mia.say("me too!", by: "ben", in: made.id)
    await mia.settle()
    #expect(mia.line == "I was about |to", "\(mia.picture)")
    mia.sees("me too!")
    #expect(mia.draft(in: made.id)?.text == "I was about to")
  }

  @Test("Commands that need a channel say that there is none yet and keep the text")
  func commands() async throws {
    let mia = try await opening()
    await mia.keys("Enter C-x p", .notice("The conversation is created when you send"))
    await mia.keys("C-x m C-x s")
    #expect(mia.app.workspace.navigator.panels.panel == nil)
    await mia.enter("/topic lunch", .notice("The conversation is created when you send"))
  }

  @Test("A narrow screen shows the same")
  func narrow() async throws {
    let mia = try await opening(columns: 40)
    await mia.keys("Enter", type: "hi")
    #expect(mia.screen.first?.contains("@ Ben Okafor") == true, "\(mia.picture)")
    #expect(mia.line == "hi|", "\(mia.picture)")
  }
}

@Suite("In no channel", .serialized)
struct NowhereTests {
  /// Mia after leaving all channels; her conversation with Alex cannot be left.
  private func nowhere(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, lacking: [.addsMembers])
    try await mia.device("mia", "phone").leave("general")
    await mia.start(in: nil)
    return mia
  }

  @Test("The screen says what to do, and has a composer")
  func says() async throws {
    let mia = try await nowhere()
    mia.sees("No channel", "You are in no channel yet", "/join, /dm, /create, /invitations")
    #expect(mia.line == "|/join, /dm, /create, /invitations", "\(mia.picture)")
    let narrow = try await nowhere(columns: 40)
    narrow.sees("/join, /dm, /create, /invitations")
  }

  @Test("Text is saved and never sent, and stays when a channel is created")
  func words() async throws {
    let mia = try await nowhere()
    await mia.enter("to whom it may concern", .notice("Not sent: no channel is open"))
    #expect(mia.line == "to whom it may concern|", "\(mia.picture)")
    #expect(
      try await mia.store.draft(for: DraftKey(channelId: .nowhere))?.content.text == "to whom it may concern")
    // A command needs an empty line: the text is killed and yanked afterwards.
    await mia.keys("C-a C-k")
    await mia.enter("/create plans", .header("#plans"), .line("|write to #plans"))
    await mia.keys("C-y", .line("to whom it may concern|"))
  }

  @Test("The text is among the drafts, even after a restart, and Enter goes to it")
  func listed() async throws {
    let mia = try await nowhere()
    await mia.type("later")
    try await mia.restart()
    mia.sees("later")
    _ = try await mia.device("mia", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .public))
    await mia.settle()
    // Text being written stays on the screen.
    #expect(mia.line == "later|", "\(mia.picture)")
    await mia.keys("M-1", .header("#books"), .line("|write to #books"))
    await mia.keys("C-x d", .shows("✎ later"), .shows("no channel"))
    await mia.keys("Enter", .line("later|"))
  }

  @Test("Without text the first channel opens by itself")
  func first() async throws {
    let mia = try await nowhere()
    _ = try await mia.device("mia", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .public))
    await mia.settle()
    #expect(mia.header.hasPrefix("#books"), "\(mia.picture)")
  }

  @Test("Commands that need a channel say that there is none")
  func commands() async throws {
    let mia = try await nowhere()
    await mia.keys("C-x m", .notice("No channel is open"))
    await mia.enter("/topic x", .notice("No channel is open"))
  }
}

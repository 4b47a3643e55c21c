import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatControllers
@testable import ChatSync
@testable import ChatUI
@testable import Composer

@Suite("Messages: typed names", .serialized)
struct NameTests {
  private func scenario(
    _ resolution: ComposerSettings.NameResolution = .unique, columns: Int = 80, rows: Int = 24
  ) async throws -> Scenario {
    var settings = Settings()
    settings.composer.nameResolution = resolution
    return try await Scenario(columns: columns, rows: rows, settings: settings)
  }

  private func elements(_ mia: Scenario) async throws -> [MessageElement]? {
    try await mia.said().last?.elements
  }

  private static let ana = MessageElement.link(text: "Ana García", target: .user(userId: "ana"))

  @Test("A unique name becomes a mention when sent, and the line above says so before")
  func unique() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("hey @ana", .shows("⇒ notifies Ana García"))
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: "hey "), Self.ana])
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
    mia.misses("⇒")
  }

  @Test("The line lists everyone who is notified, once each")
  func everybody() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("@al", keys: "Tab")
    await mia.type("and @ana, @Ben Okafor and @ANA too")
    mia.sees("⇒ notifies Alex Dunn, Ana García and Ben Okafor")
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "Alex Dunn and Ana García, Ben Okafor and Ana García too")
    #expect(try await mia.said().last?.mentionedUsers == ["alex", "ana", "ben"])
  }

  @Test("An ambiguous name sends no notification, and the line lists the candidates")
  func several() async throws {
    let mia = try await scenario(columns: 120)
    await mia.service.add(User(id: "ana2", name: "Ana Lund"))
    try await mia.device("mia", "setup").add(["ana2"], to: "general")
    await mia.service.add(User(id: "anna", name: "Ana Berg"))
    try await mia.device("mia", "setup").add(["anna"], to: "general")
    await mia.start()
    await mia.type("hey @Ana, ")
    // An id counts as a name: @ana is Ana García.
    mia.sees("⇒ @Ana notifies no one: Ana Berg, Ana García or Ana Lund?")
    await mia.type("@ana lund", .shows("⇒ notifies Ana Lund · @Ana notifies no one"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana2"])
    #expect(try await mia.said().last?.text == "hey @Ana, Ana Lund")
  }

  @Test("Text that resembles a name stays text, and the line says that no one is notified")
  func similar() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("mail @al", keys: "Escape", .shows("⇒ @al notifies no one: Alex Dunn?"))
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: "mail @al")])
    await mia.type("at @8pm", .hides("⇒"))
  }

  @Test(
    "Code, addresses, escaped names and non-members stay text without a note",
    arguments: [
      "`@ana`", "```\n@ana\n```", "a@ana", "ana@ana.org", "\\@ana", "@ana@ana.org", "https://x.y/(@ana",
      "@ana/core",
    ])
  func stays(_ text: String) async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.paste(text, .hides("⇒"))
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: text)])
  }

  @Test("A person outside the channel is not notified")
  func stranger() async throws {
    let mia = try await scenario()
    await mia.start(in: "offtopic")
    await mia.type("hey @ben and @ana", .shows("⇒ notifies Ana García"))
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").last?.mentionedUsers == ["ana"])
  }

  @Test("One's own name sends no notification")
  func oneself() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("I am @mia", .shows("⇒ @mia is you"))
    await mia.keys("C-x v", .shows("⇒ notifies no one"))
  }

  @Test("The preview shows the message, with the handles of notified people")
  func preview() async throws {
    let mia = try await scenario(columns: 120)
    await mia.start()
    await mia.type(
      "hey @ana", keys: "C-x v", .shows("⇒ notifies Ana García"),
      .shows("⇒ hey Ana García (@ana)"))
  }

  @Test("# suggests channels, and no direct conversation")
  func channelsAlone() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("see #", .shows("┌ channels"), .shows("offtopic"), .hides("direct:"))
    await mia.type("alex", .hides("direct:"))
  }

  @Test("Names and Enter in one read become mentions, and it is said afterwards")
  func burst() async throws {
    let mia = try await scenario()
    await mia.start()
    let letters = "hey @ana and @be".map { TerminalEvent.key(KeyEvent(.character($0))) }
    mia.terminal.send(letters + [.key(KeyEvent(.enter))])
    await mia.settle()
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
    #expect(mia.foot.contains("Ana García is notified · @be notifies no one: Ben Okafor?"), "\(mia.picture)")
  }

  @Test("Enter waits until names are resolved, then sends the mention")
  func enterWaits() async throws {
    let mia = try await scenario()
    await mia.slow(.seconds(1))
    await mia.start()
    for _ in 0..<60 where mia.client.connection != .online { await mia.wait(.seconds(1)) }
    await mia.wait(.seconds(60))
    await mia.slow(.seconds(2))
    // After missed events the members are requested again.
    mia.client.engine.board.post(.eventsMissed)
    await mia.type("hey @ana", keys: "Escape", .shows("⇒ @ana notifies no one: still looking it up"))
    await mia.keys("Enter", .line("hey @ana|"), .status("looking…"))
    await mia.type(" and")
    #expect(try await mia.said().isEmpty)
    for _ in 0..<6 { await mia.wait(.seconds(1)) }
    await mia.noFaults()
    for _ in 0..<6 { await mia.wait(.seconds(1)) }
    #expect(try await elements(mia) == [.plainText(text: "hey "), Self.ana])
    #expect(mia.line == " and|", "what came behind Enter is the next message")
  }

  @Test("While members are unknown, Enter sends nothing and keeps the text")
  func unknown() async throws {
    let mia = try await scenario()
    await mia.slow(.seconds(5))
    await mia.start()
    await mia.wait(.seconds(60))
    await mia.type("hey @ana", keys: "Escape", .shows("⇒ @ana notifies no one: still looking it up"))
    await mia.keys("Enter")
    await mia.wait(AwaitedAnswer.timeLimit)
    #expect(mia.foot.contains("@ana: no answer yet; nothing was sent"), "\(mia.picture)")
    #expect(mia.line == "hey @ana|")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().isEmpty, "a late answer sends nothing")
    mia.sees("⇒ notifies Ana García")
    await mia.keys("Enter")
    await mia.noFaults()
    for _ in 0..<4 { await mia.wait(.seconds(60)) }
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test(
    "A failed lookup is repeated with the next letter and with Enter",
    arguments: [true, false])
  func failedOnce(types: Bool) async throws {
    let mia = try await scenario()
    await mia.refuse([.findUsers])
    await mia.start()
    await mia.type("hey @ana", .shows("⇒ @ana notifies no one: members not loaded"))
    if types {
      await mia.noFaults()
      await mia.type(" ", .shows("⇒ notifies Ana García"))
    } else {
      await mia.noFaults()
    }
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("A service that refuses the lookup does not hold the message back")
  func refusedAgain() async throws {
    let mia = try await scenario()
    await mia.refuse([.findUsers])
    await mia.start()
    await mia.enter("hey @ana", .line("hey @ana|", because: "Enter asked once more: \(mia.picture)"))
    #expect(mia.foot.contains("nothing was sent"), "\(mia.picture)")
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: "hey @ana")], "whoever has read it can send it")
  }

  @Test("Offline it says that members are unknown, and asks when online")
  func offline() async throws {
    let mia = try await scenario()
    await mia.offline(true)
    await mia.start()
    await mia.go(to: "general")
    await mia.type("hey @ana", keys: "Escape", .shows("⇒ @ana notifies no one: members not loaded"))
    await mia.offline(false)
    await mia.wait(.seconds(60))
    mia.sees("⇒ notifies Ana García")
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("Enter does what the last frame said, even if more is known since")
  func promise() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("hey @kim", .hides("⇒"))
    // Kim joins, and Enter is pressed before the next frame.
    let composer = try #require(mia.app.focused?.composer)
    let kim = User(id: "kim", name: "Kim")
    mia.client.engine.board.post(
      .event(.memberJoined(Membership(channelId: "general", user: kim, joinedAt: mia.clock.now))))
    #expect(composer.names.names.first?.member == kim, "it is known by now")
    mia.app.workspace.router.commands.respond(to: composer.perform(.send))
    await mia.settle()
    #expect(try await elements(mia) == [.plainText(text: "hey @kim")])
  }

  @Test(
    "With \"ask\" a question comes first: Tab notifies, Enter sends text, Escape and letters edit on")
  func ask() async throws {
    let mia = try await scenario(.ask)
    await mia.start()
    await mia.type("hey @ana", .shows("⇒ Enter asks whether to notify Ana García"))
    await mia.keys("Enter", .shows("┌ Notify Ana García?"))
    #expect(try await mia.said().isEmpty)
    await mia.keys("Escape", .line("hey @ana|"))
    await mia.keys("Enter", type: "!?", .line("hey @ana!?|", because: "letters answer nothing"))
    await mia.keys("Enter")
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    #expect(try await mia.said().last?.elements.contains(Self.ana) == true)
    await mia.enter("hey @ana")
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: "hey @ana")])
    await mia.enter("@ana")
    await mia.paste(" and more", .line("@ana and more|"))
    #expect(try await mia.said().count == 2)
  }

  @Test("With \"never\" names are left alone without a note")
  func never() async throws {
    let mia = try await scenario(.never)
    await mia.start()
    await mia.type("hey @ana", .hides("⇒"))
    await mia.keys("Enter")
    #expect(try await elements(mia) == [.plainText(text: "hey @ana")])
  }

  @Test("A thread's composer does the same, even on a narrow screen")
  func thread() async throws {
    let mia = try await scenario(columns: 40, rows: 8)
    try await mia.say("a question", by: "ben")
    await mia.start()
    await mia.keys("M-s t", type: "ask @ana ", .shows("⇒ notifies Ana García"))
    await mia.keys("Enter")
    let parent = try #require(try await mia.said().first)
    #expect(try await mia.said(under: parent.id).last?.mentionedUsers == ["ana"])
    await mia.resize(columns: 20, rows: 5)
    await mia.type("ask @ana ", .shows("⇒ notifies Ana"))
  }

  @Test("In an edit only new names become mentions")
  func edit() async throws {
    let mia = try await scenario(.never)
    await mia.start()
    await mia.enter("hey @ana")
    mia.app.settings.composer.nameResolution = .unique
    await mia.keys("Up", .hides("⇒"))
    await mia.type(" and @ben", .shows("⇒ notifies Ben Okafor"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "hey @ana and Ben Okafor")
    #expect(try await mia.said().last?.mentionedUsers == ["ben"])
  }

  @Test("In an edit a name that the message already has is new the second time")
  func editWithSecondName() async throws {
    let mia = try await scenario(.never)
    await mia.start()
    await mia.enter("hey @ana")
    mia.app.settings.composer.nameResolution = .unique
    await mia.keys("Up", .hides("⇒"))
    await mia.type(" and @ana again", .shows("⇒ notifies Ana García"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("Commands ignore names; a message with a double slash does not")
  func commands() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("/topic by @ana", .hides("⇒ Enter"))
    await mia.keys("C-u", type: "//me @ana", .shows("⇒ notifies Ana García"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "/me Ana García")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("A returned message gets its typed names back with one undo")
  func undo() async throws {
    let mia = try await scenario()
    await mia.start()
    await mia.type("hey @ana")
    let composer = try #require(mia.app.focused?.composer)
    let named = composer.names.decision.names
    composer.perform(.lineEnd)
    try composer.draft.apply(TypedNames.transaction(mentioning: named))
    await mia.settle()
    #expect(mia.line == "hey Ana García|")
    await mia.keys("C-_", .line("hey @ana|"))
  }

  @Test("Line mode reports a name when it is complete and after sending")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.type("hey @ana")
    #expect(await mia.hearing { await mia.type(" ") }.contains("notifies Ana García"))
    #expect(await mia.hearing { await mia.keys("Enter") }.contains("Ana García is notified"))
  }

  @Test("Line mode does not repeat whom a draft notifies when the user returns to it")
  func returnsToNames() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.type("hey @ana ")
    await mia.go(to: "offtopic")
    let heard = await mia.hearing { await mia.go(to: "general") }
    #expect(!heard.isEmpty && !heard.contains("notifies Ana García"), "\(heard)")
  }

  @Test("A second Enter does not answer a question before it can be read")
  func twoEnters() async throws {
    let mia = try await scenario(.ask)
    await mia.start()
    await mia.type("hey @ana")
    mia.terminal.press("Enter Enter")
    await mia.settle()
    mia.sees("Notify Ana García?")
    #expect(try await mia.said().isEmpty)
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Enter")
    #expect(try await mia.said().map(\.text) == ["hey @ana"])
  }
}

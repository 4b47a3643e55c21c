import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("The demo says what it is", .serialized)
struct DemoTests {
  private struct Directory: AccountDirectory {
    let current: AccountPlace

    func accounts() -> [KnownAccount] { [] }
    func place(named text: String) throws(ProgramError) -> AccountPlace? { nil }
  }

  private func demo(
    columns: Int = 80, rows: Int = 24, _ place: AccountPlace = .demo, isPlain: Bool = false
  ) async throws -> Scenario {
    try await Scenario(
      columns: columns, rows: rows, isPlain: isPlain, accounts: Directory(current: place))
  }

  private func foot(of you: Scenario) -> String {
    you.foot.split(separator: " ").joined(separator: " ")
  }

  private static let greeting =
    "You are Mia Me; others are scripted. Messages reset at each start, drafts stay · /login signs in"

  @Test(
    "The first screen says who one is, until the next key, at every size", arguments: [(40, 12), (80, 24)])
  func greets(columns: Int, rows: Int) async throws {
    let you = try await demo(columns: columns, rows: rows)
    await you.start()
    #expect(foot(of: you).contains(Self.greeting), "\(you.picture)")
    let first = try #require(you.screen.firstIndex { $0.contains("You are Mia Me") })
    #expect(you.screen.count - first <= 4, "three rows above the last line: \(you.picture)")
    await you.type("h", .hides("scripted"))
    try await you.restart()
    #expect(foot(of: you).contains(Self.greeting), "\(you.picture)")
    await you.end()
  }

  @Test("After a message was sent, the next start says where it is")
  func startedOver() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("an answer")
    try await you.restart()
    #expect(
      foot(of: you).contains(
        "You are Mia Me; others are scripted. The demo started over: C-x h shows what you sent, drafts stay · /login signs in"
      ),
      "\(you.picture)")
    await you.keys("C-x h", .shows("an answer"), .shows("sent"))
    await you.end()
  }

  @Test("The command that failed to sign in waits in the first composer, unless it has text")
  func failedSignIn() async throws {
    let you = try await demo()
    you.app.offer(command: "/login @me:example.org")
    await you.start(in: nil)
    #expect(you.line == "/login @me:example.org|", "\(you.picture)")
    await you.end()
    let other = try await demo()
    await other.start()
    await other.type("a draft")
    await other.end()
    let again = try await Scenario(store: other.store, accounts: Directory(current: .demo))
    again.app.offer(command: "/login @me:example.org")
    await again.start(in: nil)
    #expect(!again.shows("/login @me"), "\(again.picture)")
    await again.end()
  }

  @Test("An unfinished edit of a message that is gone says that the demo started over")
  func editOfGoneMessage() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("an answer")
    await you.keys("Up", type: " at last")
    await you.end()
    let again = try await Scenario(store: you.store, accounts: Directory(current: .demo))
    await again.start(in: "general")
    await again.keys("Up")
    #expect(
      again.foot.contains("The demo started over without that message; C-x h restores your text"),
      "\(again.picture)")
    again.misses("The message was deleted")
    await again.end()
  }

  /// The demo after a restart: the same store, and a service that knows no message of the earlier run.
  private func restarted(_ you: Scenario, isPlain: Bool = false) async throws -> Scenario {
    await you.end()
    return try await Scenario(
      store: you.store, isPlain: isPlain, accounts: Directory(current: .demo))
  }

  @Test("A draft in a thread whose message is gone moves to the history of the channel")
  func threadOfGoneMessage() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("an answer")
    await you.keys("M-s t")
    await you.enter("sent in the thread")
    await you.type("half a reply")
    let again = try await restarted(you)
    await again.start(in: "general")
    await again.keys("C-x d", .shows("half a reply"))
    await again.keys("Enter", .header("#general"), .hides("there is no message"))
    #expect(
      again.foot.contains("The demo started over without that message; C-x h restores your text"),
      "\(again.picture)")
    #expect(again.app.thread == nil && again.client.draftMessages().isEmpty)
    await again.keys("C-x h", .shows("half a reply"), .shows("sent in the thread"))
    await again.keys("Enter", .line("half a reply|"))
    await again.keys("Enter")
    #expect(try await again.said().map(\.text) == ["half a reply"])
    await again.end()
  }

  @Test("If one types before the demo has answered, what is typed then goes to no channel")
  func threadOfGoneMessageWhileTyping() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("an answer")
    await you.keys("M-s t", type: "half a reply")
    let again = try await restarted(you)
    await again.start(in: "general")
    await again.slow(.seconds(2))
    await again.keys("C-x d Enter", type: " and the rest")
    await again.wait(.seconds(5))
    await again.slow(.zero)
    await again.type("private words", keys: "Enter")
    #expect(try await again.said().isEmpty, "\(again.picture)")
    #expect(again.app.thread == nil)
    await again.keys("C-x h", .shows("half a reply and the rest"))
    await again.end()
  }

  @Test("Line mode says so too")
  func threadOfGoneMessageInLines() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("an answer")
    await you.keys("M-s t", type: "half a reply")
    let again = try await restarted(you, isPlain: true)
    await again.start(in: "general")
    let heard = await again.hearing { await again.keys("C-x d Enter") }
    #expect(
      heard.contains("Warning: The demo started over without that message; C-x h restores your text"),
      "\(heard)")
    #expect(again.typed == "#general> |")
    await again.end()
  }

  @Test(
    "After an offline start the demo says that it started over when it is online, and what is seen is read")
  func startedOverOffline() async throws {
    let you = try await demo()
    try await you.say("a question", by: "ana")
    await you.start()
    await you.enter("an answer")
    await you.enter("/offline")
    let again = try await restarted(you)
    try await again.say("a new run", by: "ana")
    await again.start(in: nil)
    again.sees("an answer", "Offline, as you left it")
    await again.enter("/online", .hides("an answer"))
    #expect(
      foot(of: again).contains("The demo started over: C-x h shows what you sent"), "\(again.picture)")
    #expect(again.app.sidebar.news(in: "general").isEmpty, "\(again.picture)")
    try await again.say("and one more", by: "ana")
    #expect(again.app.sidebar.news(in: "general").isEmpty, "\(again.picture)")
    await again.keys("C-g")
    await again.enter("/offline", .hides("scripted"))
    await again.enter("/online", .hides("scripted"))
    await again.end()
  }

  @Test("A warning of the start takes its place, and so does the note that one is offline")
  func warns() async throws {
    let you = try await demo()
    await you.start()
    await you.enter("/offline")
    try await you.restart()
    #expect(you.foot.contains("Offline, as you left it"), "\(you.picture)")
    #expect(you.status.contains("demo"), "\(you.picture)")
    try await you.restart(saying: Notice("nothing is saved here", .warning))
    #expect(you.foot.contains("Nothing is saved here"), "\(you.picture)")
    you.misses("scripted")
    await you.end()
  }

  @Test("demo stands in the last line in every state, and all other parts with it at 80 columns")
  func staysInLastLine() async throws {
    let you = try await demo()
    try await you.say("a question", by: "ana")
    await you.start()
    for number in 1...4 {
      try await you.say("[Mia](pn-user://mia) read \(number)", by: "ana", in: "offtopic")
    }
    await you.type("x", .status("demo · 4 unread in inbox · drafts saved"), .status("F1 help"))
    you.misses("online")
    await you.keys("C-x", .status(" C-x-  demo"))
    await you.keys("C-g M-s", .status(" message  demo"), .status("r reply"))
    await you.keys("Escape C-a C-k")
    await you.enter("/offline", .status("demo · offline · /online connects"))
    await you.keys("M-a M-a", .notice("No unread messages"), .status("demo"))
    await you.keys("F12", .notice("F12 is not bound"), .status("demo"))
    await you.end()
  }

  @Test("An account has neither, until the account switcher opens it")
  func account() async throws {
    let you = try await demo(.account(name: "@mia:example.org", server: nil))
    await you.start()
    you.misses("demo", "scripted")
    #expect(you.status.contains("online"), "\(you.picture)")
    you.app.sayWhoIsOpen()
    await you.settle()
    #expect(you.foot.contains("You are @mia · C-x a switches accounts"), "\(you.picture)")
    await you.end()
  }

  @Test("Line mode says it too")
  func plain() async throws {
    let you = try await demo(isPlain: true)
    await you.start()
    #expect(you.terminal.said.contains(Self.greeting), "\(you.terminal.said)")
    await you.enter("an answer")
    try await you.restart()
    let introductions = you.terminal.said.filter { $0.hasPrefix("You are Mia Me") }
    #expect(
      introductions.count == 2 && introductions[1].contains("The demo started over"), "\(introductions)")
    await you.end()
  }
}

import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Terminal title", .serialized)
struct TitleTests {
  private func mia(_ title: Settings.Title = .unread) async throws -> Scenario {
    var settings = Settings()
    settings.title = title
    return try await Scenario(settings: settings)
  }

  /// All titles that the terminal was given, in order.
  private func titles(_ scenario: Scenario) -> [String] {
    scenario.terminal.acts.compactMap { act in
      if case .setTitle(let text) = act { text.glyphs.map(\.text).joined() } else { nil }
    }
  }

  private func title(_ scenario: Scenario) -> String? { titles(scenario).last }

  @Test("It counts unread messages of all channels until they are read")
  func counts() async throws {
    let mia = try await mia().start()
    #expect(titles(mia) == ["inkwell"])
    let direct = try await mia.device("alex").directChannel(with: "mia").id
    try await mia.say("one", by: "ana", in: "offtopic")
    try await mia.say("two", by: "ana", in: "offtopic")
    try await mia.say("three", by: "alex", in: direct)
    #expect(titles(mia) == ["inkwell", "(1) inkwell", "(2) inkwell", "(3) inkwell"])
    await mia.keys("M-a")
    #expect(title(mia) != "(3) inkwell" && title(mia) != "inkwell", "\(titles(mia))")
    await mia.keys("M-a")
    #expect(title(mia) == "inkwell", "\(titles(mia))")
  }

  @Test("The open channel counts while the terminal has no focus")
  func away() async throws {
    let mia = try await mia().start()
    await mia.look(away: true)
    try await mia.say("are you there?", by: "ana")
    #expect(title(mia) == "(1) inkwell")
    await mia.look(away: false)
    #expect(title(mia) == "inkwell")
  }

  @Test("The open channel counts while a panel covers it")
  func covered() async throws {
    let mia = try await mia().start()
    await mia.keys("C-x b")
    try await mia.say("are you there?", by: "ana")
    #expect(title(mia) == "(1) inkwell")
    await mia.keys("Escape")
    #expect(title(mia) == "inkwell")
  }

  @Test("Unread messages from before the start count, and those of a left channel do not")
  func start() async throws {
    let mia = try await mia()
    for number in 1...3 { try await mia.say("\(number)", by: "ana", in: "offtopic") }
    // The first channel opens by itself and is read.
    try await mia.say("here", by: "ana")
    await mia.start()
    #expect(title(mia) == "(3) inkwell")
    try await mia.device("mia", "phone").leave("offtopic")
    await mia.settle()
    #expect(title(mia) == "inkwell", "\(mia.picture)")
  }

  @Test("It is set only when it changes")
  func quiet() async throws {
    let mia = try await mia().start()
    let before = titles(mia).count
    await mia.type("some words", keys: "C-x b Escape")
    try await mia.say("read at once", by: "ana")
    #expect(titles(mia).count == before, "\(titles(mia))")
  }

  @Test("It can name the open channel or only the program, or be left alone")
  func settings() async throws {
    for (setting, expected) in [
      (.channel, "(1) #general · inkwell"), (.name, "inkwell"), (.untouched, nil),
    ] as [(Settings.Title, String?)] {
      let mia = try await mia(setting).start()
      try await mia.say("hello", by: "ana", in: "offtopic")
      #expect(title(mia) == expected)
      await mia.keys("M-a")
      #expect(setting != .channel || title(mia) == "#offtopic · inkwell")
      await mia.end()
    }
  }

  @Test("A channel's name cannot inject a command into the title, and is truncated")
  func harmless() async throws {
    let mia = try await mia(.channel).start()
    let name = "x\u{7}\u{1B}]52;c;aGVsbG8=\u{9C}\u{202E}" + String(repeating: "long", count: 100)
    _ = try await mia.device("mia", "phone").createChannel(
      NewChannel(id: "bad", name: name, type: .group, members: ["ana"]))
    await mia.settle()
    await mia.go(to: "bad")
    let last = try #require(title(mia))
    #expect(last.hasPrefix("#x") && last.hasSuffix(" · inkwell") && last.count < 100, "\(last)")
    #expect(
      last.unicodeScalars.allSatisfy {
        $0.value >= 32 && !(127..<160).contains($0.value) && $0 != "\u{202E}"
      }, "\(last.debugDescription)")
  }
}

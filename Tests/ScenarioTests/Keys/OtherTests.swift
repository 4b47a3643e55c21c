import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI
@testable import Composer

@Suite("Other keys", .serialized)
struct OtherKeyTests {
  private func started(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: 24)
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  @Test("C-l redraws every cell")
  func redraw() async throws {
    let mia = try await started()
    await mia.type("x", keys: "C-e")
    let before = mia.screen
    let (redraws, grid) = (mia.terminal.redraws, mia.terminal.frame?.grid)
    await mia.keys("C-a")
    #expect(mia.terminal.frame?.grid == grid && mia.terminal.redraws == redraws)
    await mia.keys("C-e")
    await mia.keys("C-l")
    #expect(mia.terminal.redraws == redraws + 1)
    #expect(mia.screen == before)
  }

  @Test("Help lists keys and commands and searches their descriptions", arguments: ["F1", "M-?"])
  func help(_ key: String) async throws {
    let mia = try await started()
    await mia.keys(key, .shows("┌ Keys"), .shows("To start with"), .shows("▸ send"))
    mia.sees("reply to a message", "M-s, Up/Down choose, r")
    await mia.type("suspend")
    #expect(mia.screen.contains { $0.contains("suspend") && $0.contains("C-z") })
    await mia.keys("C-u", type: "/join", .shows("join a channel"))
  }

  @Test("C-x 0 closes the thread, returns to the channel and keeps the reply")
  func closeThread() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "a reply")
    await mia.keys("C-x 0", .header("#general"), .line("|write to #general"))
    #expect(mia.shows("✎ draft"), "the message says that a reply is being written")
    await mia.keys("M-s t")
    #expect(mia.line.replacing("|", with: "") == "a reply")
  }

  @Test("C-x o switches between channel and thread, each with its draft")
  func otherPane() async throws {
    let mia = try await started(columns: 130)
    await mia.type("to all", keys: "M-s t")
    await mia.type("a reply")
    #expect(mia.shows("Thread · #general") && mia.shows("→ #general"), "both are seen")
    #expect(mia.line == "a reply|")
    await mia.keys("C-x o", .line("to all|"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "to all")
    await mia.keys("C-x o", .line("a reply|"))
    await mia.keys("C-x 0 C-x o", .line("|write to #general", because: "with no thread it does nothing"))
  }

  @Test("Without room for both panes, C-x o shows the other one")
  func otherPaneNarrow() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "a reply")
    await mia.keys("C-x o", .header("#general"))
    await mia.keys("C-x o", .header("Thread"), .line("a reply|"))
  }

  @Test("C-x w hides and shows the sidebar")
  func sidebar() async throws {
    let mia = try await started()
    await mia.keys("C-x w")
    #expect(!mia.shows("┌ Channels") && mia.screen[0].hasPrefix(" #general"))
    await mia.keys("C-x w", .shows("┌ Channels"))
  }

  @Test("A burst of keys does the same as single keys")
  func burst() async throws {
    let mia = try await started()
    mia.terminal.press("h i C-x b o f f t Enter y o Enter M-1")
    await mia.settle()
    #expect(try await mia.said(in: "offtopic").last?.text == "yo" || mia.shows("yo"))
    #expect(mia.draft()?.text == "hi")
  }
}

@Suite("Keys: the mouse", .serialized)
struct MouseTests {
  private func started(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: 24)
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    try await mia.say("an answer", by: "ben")
    await mia.start()
    return mia
  }

  @Test("A click on either line of a channel goes there")
  func channel() async throws {
    let mia = try await started()
    try await mia.click(on: "# offtopic")
    #expect(mia.header.hasPrefix("#offtopic"))
    let row = try mia.place(of: "@ Alex Dunn").row
    await mia.click(Position(column: 5, row: row + 1))
    #expect(mia.header.hasPrefix("@ Alex Dunn"))
  }

  @Test("A click marks a message, and M-s starts there")
  func message() async throws {
    let mia = try await started()
    try await mia.click(on: "a question")
    #expect(mia.screen.contains { $0.dropFirst(27).hasPrefix("▸") && $0.contains("a question") })
    await mia.keys("M-s r", .shows("> Ana García: a question"))
  }

  @Test("A click on the text moves the caret, even in message mode")
  func text() async throws {
    let mia = try await started()
    await mia.type("some words", keys: "M-s")
    let place = try mia.place(of: "some words")
    await mia.click(Position(column: place.column + 4, row: place.row))
    #expect(mia.line == "some| words")
    await mia.type("what", .line("somewhat| words"))
  }

  @Test("A click on a thread in the sidebar opens it")
  func thread() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "a reply")
    await mia.keys("C-x 0")
    try await mia.click(on: "↳ an answer")
    #expect(mia.header.hasPrefix("Thread · #general") && mia.line.replacing("|", with: "") == "a reply")
  }

  @Test("A click on the other pane focuses it")
  func pane() async throws {
    let mia = try await started(columns: 130)
    await mia.type("to all", keys: "M-s t")
    await mia.type("a reply")
    try await mia.click(on: "to all")
    #expect(mia.line == "|to all")
  }

  @Test(
    "A click takes a row of a list, the wheel moves through it, and nothing below is reached")
  func panel() async throws {
    let mia = try await started()
    await mia.keys("C-x b")
    try await mia.wheel(.wheelDown, over: "#offtopic")
    #expect(mia.shows("▸ #offtopic"))
    try await mia.wheel(.wheelUp, over: "#offtopic")
    #expect(mia.shows("▸ #general"))
    await mia.click(Position(column: 5, row: 1))
    #expect(mia.shows("┌ Go to"), "a click beside the list does nothing")
    try await mia.click(on: "@Alex Dunn")
    #expect(mia.header.hasPrefix("@ Alex Dunn") && !mia.shows("┌ Go to"))
  }

  @Test("The wheel over the sidebar moves through the channels")
  func sidebar() async throws {
    let mia = try await started()
    try await mia.wheel(.wheelDown, over: "# offtopic")
    #expect(mia.header.hasPrefix("#offtopic"))
  }

  @Test("Dragging over text selects it")
  func drag() async throws {
    let mia = try await started()
    await mia.type("some words here")
    let place = try mia.place(of: "words here")
    let end = Position(column: place.column + 5, row: place.row)
    mia.terminal.send([
      .mouse(MouseEvent(.press(.left), at: place)), .mouse(MouseEvent(.drag(.left), at: end)),
      .mouse(MouseEvent(.release(.left), at: end)),
    ])
    await mia.settle()
    #expect(mia.line == "some words| here")
    await mia.keys("C-w", .line("some | here"))
    await mia.keys("C-y")
    // A drag beyond the text extends to its end; one that starts outside of it selects nothing.
    mia.terminal.send([
      .mouse(MouseEvent(.press(.left), at: place)),
      .mouse(MouseEvent(.drag(.left), at: Position(column: 79, row: 2))),
      .mouse(MouseEvent(.release(.left), at: Position(column: 79, row: 2))),
    ])
    await mia.keys("C-w", .line("some |"))
    await mia.keys("C-y")
    mia.terminal.send(.mouse(MouseEvent(.drag(.left), at: place)))
    await mia.settle()
    #expect(mia.line == "some words here|")
  }

  @Test("A click clears a dragged region and keeps one set by a key")
  func clickAfterDrag() async throws {
    let mia = try await started()
    await mia.type("some words here")
    let place = try mia.place(of: "words here")
    let end = Position(column: place.column + 5, row: place.row)
    mia.terminal.send([
      .mouse(MouseEvent(.press(.left), at: place)), .mouse(MouseEvent(.drag(.left), at: end)),
      .mouse(MouseEvent(.release(.left), at: end)),
    ])
    await mia.settle()
    await mia.click(Position(column: place.column + 8, row: place.row))
    #expect(mia.app.focused?.composer.editor.selectedRange == nil)
    await mia.keys("C-Space")
    await mia.click(place)
    #expect(mia.app.focused?.composer.editor.selectedRange == 5..<13)
  }

  @Test("The wheel scrolls a long draft; over a short one it scrolls the messages")
  func wheelOverText() async throws {
    let mia = try await Scenario()
    try await mia.said(60)
    await mia.start()
    await mia.type("short")
    try await mia.wheel(.wheelUp, over: "short")
    mia.misses("message 60.")
    #expect(mia.line == "short|")
    await mia.keys("M-End C-a C-k")
    await mia.paste((1...30).map { "row \($0)." }.joined(separator: "\n"))
    try await mia.wheel(.wheelUp, over: "row 30.")
    mia.misses("row 30.")
    mia.sees("message 60.")
    let place = try mia.place(of: "row 25.")
    for _ in 0..<9 { mia.terminal.send(.mouse(MouseEvent(.wheelUp, at: place))) }
    await mia.settle()
    #expect(mia.main.contains { $0.contains("row 1.") } && !mia.shows("row 11."), "\(mia.picture)")
    for _ in 0..<9 { mia.terminal.send(.mouse(MouseEvent(.wheelDown, at: place))) }
    await mia.settle()
    mia.sees("row 30.")
  }

  @Test("The wheel over suggestions moves the choice")
  func wheelOverPopup() async throws {
    let mia = try await started()
    await mia.type("/")
    try await mia.wheel(.wheelDown, over: "/dm")
    mia.sees("▸/dm")
  }

  @Test("Other buttons, releases and drags alone do nothing")
  func others() async throws {
    let mia = try await started()
    let place = try mia.place(of: "# offtopic")
    let before = mia.screen
    for act in [MouseEvent.Act.press(.right), .press(.middle), .release(.left), .drag(.left)] {
      mia.terminal.send(.mouse(MouseEvent(act, at: place)))
    }
    await mia.settle()
    #expect(mia.screen == before)
  }

  @Test("A click ends a started key sequence")
  func sequence() async throws {
    let mia = try await started()
    await mia.keys("C-x")
    try await mia.click(on: "# offtopic")
    await mia.type("b", .line("b|"), .header("#offtopic"))
  }
}

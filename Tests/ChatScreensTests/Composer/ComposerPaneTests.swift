import ChatScreens
import TerminalRecording
import TerminalScreen
import Testing

@Suite("Composer")
struct ComposerPaneTests {
  @Test("More lines than fit, scrolled to the caret", arguments: Golden.sizes)
  func tall(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.text = (1...14).map { "line \($0) of a longer draft" }.joined(separator: "\n")
        $0.composer.mentions = []
        $0.composer.caret = $0.composer.text.utf8.count - 5
        $0.composer.firstRow = 2
      }, "Composer/tall")
  }

  @Test("A selection over two lines and an element", arguments: Golden.sizes)
  func selection(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.set(&$0.composer, "a first line\nHey [Alex](user), the second\n\nand the last")
        $0.composer.selection = 8..<20
        $0.composer.caret = 20
      }, "Composer/selection")
  }

  @Test("Quote, files and preview", arguments: Golden.sizes)
  func notes(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.quote = .init(author: "Ana", text: "Could someone look at\nthe login flow?")
        $0.composer.files = [
          UploadLine(name: "screenshot of the broken login page.png", size: 345_678, percent: 30),
          UploadLine(name: "server.log", size: 20_480_000, failure: "larger than 10 MB"),
          UploadLine(name: "notes.txt", size: 1_500),
        ]
        $0.composer.preview = "notifies Alex · Hey, I sent Alex (@alex) this link (https://example.org/a)"
      }, "Composer/notes")
  }

  @Test("Who is notified has two rows where one is too narrow", arguments: Golden.sizes)
  func telling(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.telling = .init(
          text: "notifies Alex Dunn · @z notifies no one: Zoë or Łukasz? Tab picks one", tone: .warning)
      }, "Composer/telling")
  }

  @Test("The way out of an edit is whole in the narrow pane of a thread", arguments: [100, 120])
  func wayOut(columns: Int) {
    let state = Scene.state(Size(columns: columns, rows: 30)) {
      Scene.openThread(&$0)
      $0.thread?.composer.editing = "Anything else that is wrong with the login?"
      $0.thread?.composer.editingHint = "Esc leaves the edit"
    }
    let grid = Screen.frame(of: state).grid
    #expect((0..<30).contains { grid.row($0).map(\.text).joined().contains("Esc leaves the edit") })
  }

  @Test("An edit, and an interrupted one", arguments: Golden.sizes)
  func editing(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.editing = "thanks @Ben"
        $0.composer.editingHint = "Esc leaves the edit"
        $0.composer.leftEdit = "and the logs?"
        $0.composer.destination = "edit in #general"
        Scene.set(&$0.composer, "thanks [Ben](user), very much")
        $0.composer.caret = 7
      }, "Composer/editing")
  }

  @Test("Escapes, bidi overrides and tabs in a draft", arguments: Golden.sizes)
  func hostile(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.mentions = []
        $0.composer.text = "a\tb\u{1B}[31m \u{202E}evil\u{202C} e\u{301}\u{200B} 漢字 👨‍👩‍👧 end"
        $0.composer.caret = $0.composer.text.utf8.count - 4
      }, "Composer/hostile")
  }
}

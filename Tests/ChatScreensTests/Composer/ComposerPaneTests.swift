import ChatScreens
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
        $0.composer.preview = "tells Alex; 1 link"
      }, "Composer/notes")
  }

  @Test("An edit, and an interrupted one", arguments: Golden.sizes)
  func editing(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.composer.editing = "thanks @Ben"
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

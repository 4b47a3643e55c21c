import TerminalScreen
import Testing

@Suite("Columns")
struct ColumnsTests {
  @Test("A prefix contains no half of a wide glyph")
  func prefix() {
    let text: ScreenText = "a漢b"
    #expect((-1...5).map { text.prefix(columns: $0) } == ["", "", "a", "a", "a漢", "a漢b", "a漢b"])
  }

  @Test("Text that does not fit ends in an ellipsis")
  func truncated() {
    func truncated(_ text: ScreenText, _ columns: Int) -> ScreenText {
      StyledText(text).truncated(to: columns).text
    }
    let text: ScreenText = "漢字abc"
    #expect(truncated(text, 7) == text)
    #expect(truncated(text, 6) == "漢字a…")
    #expect(truncated(text, 4) == "漢…")
    #expect(truncated(text, 1) == "…")
    #expect(truncated(text, 0) == "")
    #expect(truncated("", 0) == "")
    // A trailing space is dropped: "Søren …" says no more than "Søren…".
    #expect(truncated("Søren Ångström", 7) == "Søren…")
    #expect(truncated("a   b", 4) == "a…")
    #expect(truncated("   ", 2) == "…")
  }

  @Test("An ellipsis has the style of the first glyph that it replaces")
  func ellipsisStyle() {
    var text = StyledText("ab")
    text.append("cd", Style(.palette(1)))
    var short = StyledText("ab")
    short.append("…", Style(.palette(1)))
    #expect(text.truncated(to: 3) == short)
  }

  @Test("Dropping half of a wide glyph leaves a blank")
  func dropped() {
    let text = StyledText("a漢b")
    #expect((0...5).map { text.dropping(columns: $0).text } == ["a漢b", "漢b", " b", "b", "", ""])
    #expect(text.dropping(columns: -1) == text)
    #expect(StyledText("漢").dropping(columns: 1).text == " ")
  }
}

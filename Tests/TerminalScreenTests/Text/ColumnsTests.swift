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
    let text: ScreenText = "漢字abc"
    #expect(text.truncated(to: 7) == text)
    #expect(text.truncated(to: 6) == "漢字a…")
    #expect(text.truncated(to: 4) == "漢…")
    #expect(text.truncated(to: 1) == "…")
    #expect(text.truncated(to: 0) == "")
    #expect(text.truncated(to: 3, ellipsis: ">>") == ">>")
    #expect(ScreenText("").truncated(to: 0) == "")
    // A trailing space is dropped: "Søren …" says no more than "Søren…".
    #expect(ScreenText("Søren Ångström").truncated(to: 7) == "Søren…")
    #expect(ScreenText("a   b").truncated(to: 4) == "a…")
    #expect(ScreenText("   ").truncated(to: 2) == "…")
  }

  @Test("An ellipsis has the style of the first glyph that it replaces")
  func ellipsisStyle() {
    var text = StyledText("ab")
    text.append("cd", Style(.palette(1)))
    var short = StyledText("ab")
    short.append("…", Style(.palette(1)))
    #expect(text.truncated(to: 3) == short)
  }

  @Test("Padding fills up to the width and removes nothing")
  func padded() {
    #expect(ScreenText("漢").padded(to: 4) == "漢  ")
    #expect(ScreenText("abc").padded(to: 2) == "abc")
    let styled = StyledText("a").padded(to: 2, Style(.palette(2)))
    #expect(styled.text == "a ")
    #expect([0, 1].map(styled.style(at:)) == [.plain, Style(.palette(2))])
  }

  @Test("Dropping half of a wide glyph leaves a blank")
  func dropped() {
    let text: ScreenText = "a漢b"
    #expect((0...5).map { text.dropping(columns: $0) } == [text, "漢b", " b", "b", "", ""])
    #expect(text.dropping(columns: -1) == text)
    #expect(ScreenText("漢").dropping(columns: 1) == " ")
  }
}

import TerminalScreen
import Testing

@Suite("Styles in words")
struct StyleNotationTests {
  @Test(
    "Words make a style",
    arguments: [
      ("plain", .plain), ("bold", Style(.standard, [.bold])), ("red", Style(.palette(1))),
      ("Bright-Red", Style(.palette(9))), ("grey", Style(.palette(8))), ("130", Style(.palette(130))),
      ("#5F87ff", Style(.rgb(red: 0x5f, green: 0x87, blue: 0xff))), ("on blue", Style(on: .palette(4))),
      (
        "underline  bold 255 on #000001 italic",
        Style(.palette(255), on: .rgb(red: 0, green: 0, blue: 1), [.underline, .bold, .italic])
      ),
      ("dim reverse strikethrough standard", Style(.standard, [.dim, .reverse, .strikethrough])),
    ] as [(String, Style)])
  func words(notation: String, style: Style) throws {
    #expect(try Style(notation: notation) == style)
    #expect(try Style(notation: style.notation) == style)
  }

  @Test(
    "Unknown words are named",
    arguments: [
      ("", "an empty style is written “plain”"),
      ("purpel", "“purpel” is neither a colour nor an attribute"),
      ("256", "“256” is neither a colour nor an attribute"),
      ("-1", "“-1” is neither a colour nor an attribute"),
      ("#12345", "“#12345” is neither a colour nor an attribute"),
      ("#+12345", "“#+12345” is neither a colour nor an attribute"),
      ("red on", "“on” must be followed by a colour"), ("on bold", "“on” must be followed by a colour"),
      ("red blue", "“blue” is a second colour; a background colour follows “on”"),
    ])
  func faults(notation: String, sentence: String) {
    #expect(throws: Style.NotationFault(sentence: sentence)) { try Style(notation: notation) }
  }

  @Test("Each palette colour is written as it is read", arguments: UInt8.min...UInt8.max)
  func colors(index: UInt8) {
    #expect(Color(notation: Color.palette(index).notation) == .palette(index))
    #expect(Color(notation: "\(index)") == .palette(index))
  }
}

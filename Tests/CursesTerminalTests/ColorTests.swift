import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Colours")
struct ColorTests {
  @Test(
    "A terminal shows the nearest colour that it has",
    arguments: [
      (.none, .palette(9), -1), (.eight, .palette(9), 1), (.eight, .rgb(red: 0, green: 250, blue: 0), 2),
      (.sixteen, .palette(9), 9), (.sixteen, .palette(196), 9), (.sixteen, .palette(244), 8),
      (.sixteen, .rgb(red: 200, green: 0, blue: 0), 1), (.palette, .palette(9), 9),
      (.palette, .rgb(red: 255, green: 0, blue: 0), 196), (.palette, .rgb(red: 8, green: 8, blue: 8), 232),
      (.palette, .rgb(red: 96, green: 136, blue: 174), 67), (.palette, .standard, -1),
      (.direct, .palette(3), 3), (.direct, .palette(196), 0xFF0000),
      (.direct, .rgb(red: 1, green: 2, blue: 3), 0x010203), (.direct, .rgb(red: 0, green: 0, blue: 5), 8),
    ] as [(ColorDepth, Color, Int32)])
  func nearest(sample: (depth: ColorDepth, color: Color, index: Int32)) {
    #expect(sample.depth.index(of: sample.color) == sample.index)
  }

  @Test("A colour of the palette beyond the 16 is its own nearest", arguments: UInt8(16)...255)
  func own(index: UInt8) {
    let color = XtermPalette.color(index)
    // The greys of the cube and of the ramp meet in a few places.
    #expect(XtermPalette.color(XtermPalette.nearest(to: color)) == color)
  }

  @Test("Eight colours show a bright one in bold")
  func bright() {
    #expect(ColorDepth.eight.isBright(.palette(12)))
    #expect(!ColorDepth.eight.isBright(.palette(4)))
    #expect(!ColorDepth.eight.isBright(.standard))
    #expect(!ColorDepth.palette.isBright(.palette(12)))
  }

  @Test("How many colours there are decides the depth")
  func depth() {
    #expect(ColorDepth(colors: -1, isDirect: false) == .none)
    #expect(ColorDepth(colors: 8, isDirect: false) == .eight)
    #expect(ColorDepth(colors: 16, isDirect: false) == .sixteen)
    #expect(ColorDepth(colors: 256, isDirect: true) == .palette)
    #expect(ColorDepth(colors: 1 << 24, isDirect: true) == .direct)
  }

  @Test("Whoever wants sixteen colours has no more of them, and none that the terminal lacks")
  func wanted() {
    #expect(ColorDepth(colors: 256, isDirect: false, wanted: .sixteen) == .sixteen)
    #expect(ColorDepth(colors: 8, isDirect: false, wanted: .sixteen) == .eight)
    #expect(ColorDepth(colors: 256, isDirect: false, wanted: .palette) == .palette)
    #expect(ColorDepth(colors: 16, isDirect: false, wanted: .direct) == .sixteen)
    #expect(ColorDepth(colors: 1 << 24, isDirect: true, wanted: .sixteen) == .direct)
  }

  @Test("Pairs are numbered as they come, until there are no more")
  func pairs() {
    var table = PairTable(limit: 3)
    #expect(table.number(of: .init(foreground: -1, background: -1)) == .known(0))
    #expect(table.number(of: .init(foreground: 1, background: -1)) == .new(1))
    #expect(table.number(of: .init(foreground: -1, background: 1)) == .new(2))
    #expect(table.number(of: .init(foreground: 1, background: -1)) == .known(1))
    #expect(table.number(of: .init(foreground: 2, background: -1)) == .full)
    table.forget()
    #expect(table.number(of: .init(foreground: 2, background: -1)) == .new(1))
  }

  @Test("A style is spelled as ncurses would show it")
  func sequence() {
    let style = Style(.palette(9), on: .palette(200), [.bold, .underline])
    #expect(StyleSequence.text(of: style, .palette) == "\u{1B}[0;1;4;91;48;5;200m")
    #expect(StyleSequence.text(of: style, .eight) == "\u{1B}[0;1;4;31;45m")
    #expect(StyleSequence.text(of: style, .none) == "\u{1B}[0;1;4m")
    #expect(StyleSequence.text(of: style, .direct) == "\u{1B}[0;1;4;38;2;255;0;0;48;2;255;0;215m")
  }
}

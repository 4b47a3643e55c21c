import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Colours")
struct ColorTests {
  @Test(
    "A terminal shows the nearest colour that it has",
    arguments: [
      (.none, .palette(9), -1), (.eight, .palette(9), 1), (.eight, .rgb(red: 0, green: 250, blue: 0), 2),
      (.eight, .palette(8), -1), (.eight, .palette(244), -1), (.eight, .palette(4), 4),
      (.sixteen, .palette(9), 9), (.sixteen, .palette(196), 9), (.sixteen, .palette(244), 8),
      (.sixteen, .rgb(red: 200, green: 0, blue: 0), 1), (.palette, .palette(9), 9),
      (.palette, .rgb(red: 255, green: 0, blue: 0), 196), (.palette, .rgb(red: 8, green: 8, blue: 8), 232),
      (.palette, .rgb(red: 96, green: 136, blue: 174), 67), (.palette, .standard, -1),
      (.direct, .palette(3), 3), (.direct, .palette(196), 0xFF0000),
      (.direct, .rgb(red: 1, green: 2, blue: 3), 0x010203), (.direct, .rgb(red: 0, green: 0, blue: 5), 8),
    ] as [(ColorDepth, Color, Int32)])
  func nearest(sample: (depth: ColorDepth, color: Color, index: Int32)) {
    let colors = ColorTranslation(sample.depth, on: .dark)
    #expect(colors.shown(Style(sample.color)).foreground == sample.index)
  }

  @Test("A palette colour beyond the 16 is its own nearest", arguments: UInt8(16)...255)
  func own(index: UInt8) {
    let color = XtermPalette.color(index)
    // The colour cube and the grey ramp share a few greys.
    #expect(XtermPalette.color(XtermPalette.nearest(to: color)) == color)
  }

  @Test("Eight colours show a bright one as bold, and never grey")
  func bright() {
    func isBold(_ color: Color, _ depth: ColorDepth) -> Bool {
      ColorTranslation(depth, on: .dark).shown(Style(color)).attributes.contains(.bold)
    }
    #expect(isBold(.palette(12), .eight))
    #expect(!isBold(.palette(4), .eight) && !isBold(.standard, .eight) && !isBold(.palette(12), .palette))
    #expect(!isBold(.palette(8), .eight) && !isBold(.palette(244), .eight))
  }

  @Test(
    "With eight colours grey is dim on black, and plain where dim could be black",
    arguments: [(.dark, [.dim]), (.light, []), (.unknown, [])] as [(Background, Style.Attributes)])
  func grey(ground: Background, attributes: Style.Attributes) {
    let shown = ColorTranslation(.eight, on: ground).shown(Style(.palette(245)))
    #expect(shown == .init(foreground: -1, background: -1, attributes: attributes))
  }

  @Test("A hue is never exchanged: without a readable neighbour the text has no colour")
  func hues() {
    func index(_ color: Color, _ depth: ColorDepth, _ ground: Background) -> Int32 {
      ColorTranslation(depth, on: ground).shown(Style(color)).foreground
    }
    #expect(index(.palette(114), .eight, .dark) == 2)
    #expect(index(.palette(22), .eight, .light) == -1)
    #expect(index(.palette(28), .sixteen, .unknown) == -1)
    #expect(index(.palette(160), .eight, .unknown) == 1)
    #expect(index(.palette(25), .eight, .light) == 4)
  }

  @Test("A row's grey background is reversed in black and white")
  func shade() {
    for depth in [ColorDepth.eight, .sixteen] {
      let shown = ColorTranslation(depth, on: .dark).shown(Style(.palette(245), on: .palette(237), [.bold]))
      #expect(shown == .init(foreground: -1, background: -1, attributes: [.bold, .reverse]))
    }
    #expect(ColorTranslation(.eight).shown(Style(.standard, on: .palette(19))).background == 4)
    #expect(ColorTranslation(.palette).shown(Style(.standard, on: .palette(237))).background == 237)
  }

  @Test("The number of colours decides the depth")
  func depth() {
    #expect(ColorDepth(colors: -1, isDirect: false) == .none)
    #expect(ColorDepth(colors: 8, isDirect: false) == .eight)
    #expect(ColorDepth(colors: 16, isDirect: false) == .sixteen)
    #expect(ColorDepth(colors: 256, isDirect: true) == .palette)
    #expect(ColorDepth(colors: 1 << 24, isDirect: true) == .direct)
  }

  @Test("A limit of sixteen colours is kept, within what the terminal has")
  func wanted() {
    #expect(ColorDepth(colors: 256, isDirect: false, wanted: .sixteen) == .sixteen)
    #expect(ColorDepth(colors: 8, isDirect: false, wanted: .sixteen) == .eight)
    #expect(ColorDepth(colors: 256, isDirect: false, wanted: .palette) == .palette)
    #expect(ColorDepth(colors: 16, isDirect: false, wanted: .direct) == .sixteen)
    #expect(ColorDepth(colors: 1 << 24, isDirect: true, wanted: .sixteen) == .direct)
  }

  @Test("Pairs are numbered in order until none is left")
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

  @Test("Many pairs keep their numbers, and none is given twice")
  func manyPairs() {
    var table = PairTable(limit: 5_000)
    let pairs = (0..<2_000).map { PairTable.Pair(foreground: Int32($0 % 40), background: Int32($0 / 40)) }
    for (index, pair) in pairs.enumerated() { #expect(table.number(of: pair) == .new(Int32(index) + 1)) }
    for (index, pair) in pairs.enumerated() { #expect(table.number(of: pair) == .known(Int32(index) + 1)) }
    table.forget()
    #expect(table.number(of: pairs[900]) == .new(1))
    #expect(table.number(of: pairs[900]) == .known(1))
  }

  @Test("Pictures leave pairs to text and use the nearest ones")
  func pixelPairs() throws {
    var table = PairTable(limit: 64)
    let pixels = (0..<60).map { PairTable.Pair(foreground: Int32($0 % 8), background: Int32($0 / 8)) }
    let answers = pixels.map { table.number(of: $0, leaving: table.kept) }
    #expect(answers.count { $0 == .full } == 60 - 47)
    for index in 0..<16 {
      #expect(table.number(of: .init(foreground: -1, background: Int32(index))) == .new(Int32(48 + index)))
    }
    #expect(table.number(of: .init(foreground: -1, background: 90)) == .full)
    // Red on blue is nearest to bright red on blue.
    let colors = ColorTranslation(.palette)
    var few = PairTable(limit: 64)
    for (foreground, background) in [(1, 4), (4, 1), (2, 4), (-1, 4)] as [(Int32, Int32)] {
      _ = few.number(of: .init(foreground: foreground, background: background))
    }
    let wanted = PairTable.Pair(foreground: 196, background: 19)
    #expect(few.nearest { colors.difference($0, wanted) } == 1)
    let clear = PairTable.Pair(foreground: -1, background: 19)
    #expect(few.nearest { colors.difference($0, clear) } == 4)
    #expect(PairTable(limit: 64).nearest { colors.difference($0, wanted) } == nil)
  }

  @Test("Pixels have the nearest colours, even where text would have others")
  func pixels() {
    let grey = Color.rgb(red: 120, green: 120, blue: 120)
    let style = Style(.rgb(red: 250, green: 5, blue: 5), on: grey)
    let sixteen = ColorTranslation(.sixteen, on: .dark).shownPixels(style)
    #expect(sixteen == .init(foreground: 9, background: 8, attributes: []))
    #expect(ColorTranslation(.eight).shownPixels(style).attributes == [])
    for depth in [ColorDepth.palette, .direct] {
      #expect(ColorTranslation(depth).shownPixels(style) == ColorTranslation(depth).shown(style))
    }
    #expect(ColorTranslation(.sixteen).shownPixels(Style(.standard, on: grey)).foreground == -1)
  }

  @Test("A style is written as ncurses would show it")
  func sequence() {
    let style = Style(.palette(9), on: .palette(200), [.bold, .underline])
    #expect(StyleSequence.text(of: style, ColorTranslation(.palette)) == "\u{1B}[0;1;4;91;48;5;200m")
    #expect(StyleSequence.text(of: style, ColorTranslation(.eight)) == "\u{1B}[0;1;4;31;45m")
    #expect(StyleSequence.text(of: style, ColorTranslation(.none)) == "\u{1B}[0;1;4m")
    #expect(
      StyleSequence.text(of: style, ColorTranslation(.direct)) == "\u{1B}[0;1;4;38;2;255;0;0;48;2;255;0;215m")
  }
}

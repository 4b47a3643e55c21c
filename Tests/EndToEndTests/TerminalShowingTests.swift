import CVTerm
import Glibc
import ProgramTerminal
import Testing

@Suite("Drawing and reading", .serialized)
struct TerminalShowingTests {
  func started(
    columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:], arguments: [String] = []
  ) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal(
      [BuiltProgram.probe] + arguments, columns: columns, rows: rows, environment: environment)
    try terminal.until("ready \(columns)x\(rows)")
    return terminal
  }

  @Test("A single changed cell costs its byte and the cursor moves")
  func oneCell() throws {
    let terminal = try started()
    // The cursor is to the right of the digit: one step back and the digit.
    try terminal.type("\u{15}", until: "1") { $0.letters(5, 22) == "1" }
    let start = terminal.output.count
    try terminal.type("\u{15}", until: "2") { $0.letters(5, 22) == "2" }
    #expect(terminal.output(after: start) == "\u{8}2")
  }

  @Test("A small change costs fewer than 60 bytes")
  func same() throws {
    let terminal = try started()
    try terminal.type("ab", until: "key b")
    let start = terminal.output.count
    try terminal.type("\u{1B}[O\u{15}")
    try terminal.until("focus false") { $0.text.contains("focus false") && $0.letters(5, 22) == "1" }
    #expect(terminal.output(after: start).utf8.count < 60)
  }

  @Test("An incremental frame gives the same screen as a full one")
  func overEachOther() throws {
    for columns in [40, 300] {
      let terminal = try started(columns: columns)
      func cells(_ row: Int) -> [String] {
        var cells: [String] = []
        var column = 0
        while column < columns {
          let cell = terminal.cell(column, row)
          let letters = terminal.letters(column, row)
          let colors = "\(cell.fg.indexed.idx) \(cell.bg.indexed.idx)"
          cells.append("\(letters.isEmpty ? " " : letters) \(colors)")
          // The cell after a wide letter is not visible.
          column += max(1, Int(cell.width))
        }
        return cells
      }
      for step in 1...60 {
        try terminal.type("\u{19}", until: "jumble \(step)") { $0.line($0.rows - 3) == "jumble \(step)" }
        let shown = (0..<20).map(cells)
        // A full redraw, then the digit.
        try terminal.type("\u{12}\u{15}", until: "the digit") { $0.letters(5, 22) == "\(step % 10)" }
        let wrong = shown.indices.filter { shown[$0] != cells($0) }
        try #require(wrong.isEmpty, "rows \(wrong) of step \(step)")
      }
    }
  }

  @Test("Wide characters, flags and combining marks are in their cells")
  func wide() throws {
    let terminal = try started()
    try terminal.type("\u{17}", until: "family")
    #expect(terminal.letters(0, 0) == "a")
    #expect(terminal.letters(1, 0) == "漢")
    #expect(terminal.cell(1, 0).width == 2)
    #expect(terminal.letters(3, 0) == "字")
    #expect(terminal.letters(5, 0) == "b")
    #expect(terminal.letters(0, 1) == "🇩")
    #expect(terminal.letters(1, 1) == "🇪")
    #expect(terminal.letters(2, 1) == "|")
    #expect(terminal.letters(0, 2) == "e\u{301}")
    #expect(terminal.letters(1, 2) == "|")
    #expect(terminal.line(5).hasPrefix("👍❤|skin"))
    #expect(terminal.letters(2, 5) == "❤" && terminal.letters(3, 5) == "|")
    #expect(terminal.letters(0, 6) == "하" && terminal.letters(2, 6) == "|")
    #expect(terminal.letters(3, 7) == "|", "\(terminal.line(7))")
    #expect(terminal.letters(2, 8) == "D" && terminal.letters(3, 8) == "|")
    #expect(terminal.letters(0, 3) == "한")
    #expect(terminal.letters(2, 3) == "|")
    #expect(terminal.letters(0, 4) == "👩")
    #expect(terminal.letters(2, 4) == "|")
  }

  @Test("In tmux every glyph has the width that the program computes")
  func tmux() throws {
    let tmux = try Tmux("emoji")
    try tmux.type("\(BuiltProgram.probe)\n", until: "ready 80x24")
    try tmux.type("\u{17}", until: "half")
    let lines = tmux.text.split(separator: "\n")
    for line in ["a漢字b", "🇩🇪|flag", "e\u{301}|mark", "👩|family", "👍❤|skin", "하|jamo", "🇩🇪D|half"] {
      #expect(lines.contains { $0.hasPrefix(line) }, "\(line) in \(tmux.text)")
    }
    try tmux.type("\u{11}")
  }

  @Test("A flag is written whole, after a move to its cell, and disappears with its row")
  func flags() throws {
    let terminal = try started()
    try terminal.type("\u{17}", until: "half")
    try terminal.untilAtRest()
    let text = terminal.output(after: 0)
    #expect(text.contains("\u{1B}[2;1H\u{1B}[0m🇩🇪"))
    // Some terminals show a single regional indicator as wide as a flag, which would shift the rest of the row.
    let letters = text.unicodeScalars.filter { (0x1F1E6...0x1F1FF).contains($0.value) }
    #expect(letters.count == 2 * text.ranges(of: "🇩🇪").count)
    let start = terminal.output.count
    try terminal.type("\u{4}", until: "letters")
    try terminal.untilAtRest()
    #expect(terminal.output(after: start).contains("🇩🇰") && terminal.line(1) == "🇩🇰|flag")
    #expect(terminal.line(4) == "DE|letters" && terminal.line(7).isEmpty && terminal.line(8).isEmpty)
  }

  @Test("A resize is reported, and the next frame has the new size")
  func resize() throws {
    let terminal = try started()
    terminal.resize(columns: 20, rows: 5)
    try terminal.until("resized 20x5")
    terminal.resize(columns: 100, rows: 30)
    try terminal.until("resized 100x30") { $0.text.contains("resized 100x30") && $0.letters(5, 28) == "0" }
    #expect(terminal.cursor == (6, 28))
  }

  @Test("A paste of 100 kB arrives as one event, byte for byte")
  func paste() throws {
    let terminal = try started()
    var text: [UInt8] = []
    for index in 0..<100_000 { text.append(index % 61 == 60 ? 10 : UInt8(97 + index % 26)) }
    let sum = text.reduce(0) { ($0 &* 31 &+ Int($1)) % 65_521 }
    try terminal.type(Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8))
    try terminal.until("paste 100000 \(sum)")
  }

  @Test("Invalid bytes are shown as such and have no other effect")
  func invalid() throws {
    let terminal = try started()
    try terminal.type([0xFF, 0xC3, 0x28, 0xF0, 0x9F] + Array("ok".utf8))
    try terminal.until("key k")
    #expect(terminal.text.contains("key \u{FFFD}"))
  }

  @Test("A lone Escape is reported without a following byte")
  func escape() throws {
    let terminal = try started()
    try terminal.type("\u{1B}", until: "key escape")
  }

  @Test(
    "Without colours the other attributes stay",
    arguments: [true, false])
  func colour(isWanted: Bool) throws {
    let terminal = try started(arguments: isWanted ? [] : ["--colourless"])
    let cell = terminal.cell(0, 0)
    #expect(cell.attrs.bold == 1)
    #expect((cell.fg.type & 0x02 != 0) == !isWanted)
    if isWanted {
      #expect(cell.fg.indexed.idx == 9)
    }
  }

  @Test("Links, bell, notifications, clipboard and title use the standard sequences")
  func commands() throws {
    let terminal = try started()
    var start = terminal.output.count
    try terminal.type("\u{7}", until: "acted")
    let acts = terminal.output(after: start)
    for sequence in [
      "\u{7}", "\u{1B}]9;hello\u{7}", "\u{1B}]52;c;aMOpbGxv\u{7}", "\u{1B}]2;probe title\u{7}",
    ] {
      #expect(acts.contains(sequence), "\(acts.debugDescription)")
    }
    start = terminal.output.count
    try terminal.type("\u{C}")
    try terminal.until("the link's end") { $0.output(after: start).contains("\u{1B}]8;;\u{7}\u{1B}8") }
    #expect(terminal.output(after: start).contains(";https://a.b/%C3%A4\u{7}link\u{1B}]8;;\u{7}"))
    #expect(terminal.line(0) == "link")
    #expect(terminal.cell(3, 0).attrs.underline == 1)
    #expect(terminal.cursor == (6, 22))
  }

  @Test("A slow terminal gets the last frame and all later output")
  func slow() throws {
    let terminal = try started()
    try terminal.type("\u{2}", until: "flood 599")
    try terminal.type("\u{15}", until: "the digit") { $0.letters(5, 22) == "1" }
  }

  @Test("A terminal that stops reading does not keep the program from ending")
  func stuck() throws {
    let terminal = try started()
    let start = terminal.output.count
    // From the start of six hundred frames on, output is not read.
    try terminal.type("\u{2}", until: "flood") { $0.output(after: start).contains("flood") }
    terminal.send(SIGTERM)
    #expect(try terminal.endUnread() == 143)
  }
}

import TerminalRecording
import TerminalScreen
import Testing

@MainActor
@Suite("Recording terminal")
struct RecordingTerminalTests {
  @Test("It sends typed keys and records frames")
  func whole() async throws {
    let terminal = RecordingTerminal(Size(columns: 4, rows: 1))
    var told: [[TerminalEvent]] = []
    terminal.press("a")
    try terminal.start { told.append($0) }
    terminal.press("C-x C-e")
    terminal.type("é\n")
    terminal.type(bytes: "\u{1B}[A".utf8)
    terminal.paste("p")
    terminal.resize(to: Size(columns: 5, rows: 1))
    let keys = ["C-x C-e", "é Enter", "Up"].map { KeyEvent.sequence($0)?.map { TerminalEvent.key($0) } ?? [] }
    #expect(told == keys + [[.paste("p")], [.resized(Size(columns: 5, rows: 1))]])

    terminal.present(Frame(grid: Grid(lines: "a漢bc"), cursor: Position(column: 4, row: 0)))
    #expect(terminal.lines == ["a漢bc"])
    terminal.present(Frame(grid: Grid(lines: "a漢bd")))
    #expect(terminal.lines == ["a漢bd"])
    terminal.invalidate()
    #expect((terminal.frameCount, terminal.redraws) == (2, 1))

    terminal.perform(.ring)
    terminal.perform(.copy("x"))
    #expect(terminal.acts == [.ring, .copy("x")])
    let owner = await terminal.lend { terminal.owner }
    #expect(owner == .borrower)
    #expect(terminal.owner == .program)
    terminal.suspend()
    terminal.stop()
    terminal.press("a")
    #expect((terminal.suspensions, terminal.lendings, told.count) == (1, 1, 5))
  }
}

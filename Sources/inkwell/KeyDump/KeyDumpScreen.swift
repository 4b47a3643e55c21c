import ChatUI
import CursesTerminal
import TerminalScreen

/// `--keydump`: shows the keys of the terminal as the program sees them.
@MainActor
final class KeyDumpScreen {
  private let terminal: CursesTerminal
  private var dump: KeyDump
  private var end: CheckedContinuation<Void, Never>?

  init(_ terminal: CursesTerminal, _ keymap: Keymap, in style: KeyStyle) {
    self.terminal = terminal
    dump = KeyDump(keymap, in: style)
  }

  /// Shows the keys until the person leaves, then gives the terminal back and prints them.
  func run() async throws(TerminalError) {
    terminal.onBytes = { [weak self] in self?.receive($0) }
    try terminal.start { [weak self] in self?.handle($0) }
    terminal.present(frame)
    await withCheckedContinuation { end = $0 }
    terminal.stop()
    for row in dump.rows { print(row) }
  }

  private func receive(_ bytes: [UInt8]) {
    dump.read(bytes)
    if dump.isOver { return leave() }
    terminal.present(frame)
  }

  private func handle(_ events: [TerminalEvent]) {
    for event in events {
      switch event {
      case .resized:
        terminal.invalidate()
        terminal.present(frame)
      case .hangUp, .terminate: leave()
      case .key, .escapeAndKey, .paste, .pasteBegins, .keysIgnored, .mouse, .focus, .background,
        .deviceAttributes, .showsPictures:
        break
      }
    }
  }

  private func leave() {
    end?.resume()
    end = nil
  }

  private var frame: Frame {
    let size = terminal.size
    var grid = Grid(size)
    let lines =
      ["What this terminal sends; q leaves, and C-c pressed twice.", ""]
      + dump.rows.suffix(max(0, size.rows - 2)).map(\.description)
    for (row, line) in lines.prefix(size.rows).enumerated() {
      grid.put(ScreenText(line), at: Position(column: 0, row: row), in: grid.bounds, .plain)
    }
    return Frame(grid: grid)
  }
}

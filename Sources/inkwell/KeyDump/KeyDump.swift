import Composer
import CursesTerminal
import TerminalScreen

/// The received keys: for each its bytes, the key, and its binding.
struct KeyDump {
  struct Row: Hashable {
    var bytes: String
    var key: String
    var meaning: String
  }

  private(set) var rows: [Row] = []
  /// Whether the user has quit.
  private(set) var isOver = false
  private let keymap: Keymap
  private let areas: [KeyArea]
  private var decoder = InputDecoder()
  private var pending: [UInt8] = []
  private var sequence: [KeyEvent] = []
  private var last: KeyEvent?

  init(_ keymap: Keymap, in style: KeyStyle) {
    self.keymap = keymap
    areas = KeyArea.areas(in: style)
  }

  /// Reads the next bytes; none after a pause.
  mutating func read(_ bytes: [UInt8]) {
    if bytes.isEmpty { add(decoder.timeOut()) }
    // One by one, to know which bytes belong to a key.
    for byte in bytes where !isOver {
      pending.append(byte)
      let events = decoder.decode(CollectionOfOne(byte))
      if !events.isEmpty { add(events) }
    }
  }

  private mutating func add(_ events: [TerminalEvent]) {
    for event in events.flatMap({ $0.resolved(isMeta: isMeta) }) {
      // Bytes that made several keys are shown with the first one.
      let row = Row(bytes: Self.shown(pending), key: name(of: event), meaning: meaning(of: event))
      pending = []
      rows.append(row)
      if rows.count > Self.most { rows.removeFirst() }
      guard case .key(let key) = event else {
        last = nil
        continue
      }
      isOver = isOver || key == Self.quit || key == Self.interrupt && key == last
      last = key
    }
  }

  /// The maximum number of rows kept.
  private static let most = 1000
  private static let quit = KeyEvent(.character("q"))
  /// Pressed twice, because the user may want to see this key too.
  private static let interrupt = KeyEvent(.character("c"), .control)

  private static func shown(_ bytes: [UInt8]) -> String {
    let words = bytes.prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }
    return words.joined(separator: " ") + (bytes.count > 8 ? " … \(bytes.count) bytes" : "")
  }

  private func name(of event: TerminalEvent) -> String {
    switch event {
    case .key(let key): key.description
    case .paste(let text): "a paste of \(text.utf8.count) bytes"
    case .mouse: "the mouse"
    case .focus(true): "the terminal has the focus"
    case .focus(false): "the terminal lost the focus"
    case .keysIgnored: "keys right after a paste, ignored"
    case .background, .deviceAttributes, .showsPictures: "an answer"
    case .escapeAndKey, .pasteBegins, .resized, .hangUp, .terminate: ""
    }
  }

  /// Whether a key with Alt is bound; otherwise it is shown as Escape and the key.
  private func isMeta(_ key: KeyEvent) -> Bool {
    areas.contains { keymap.meaning(of: sequence + [key], in: [$0]) != .nothing }
  }

  private mutating func meaning(of event: TerminalEvent) -> String {
    guard case .key(let key) = event else {
      sequence = []
      return ""
    }
    let keys = sequence + [key]
    var commands: [String] = []
    var isUnfinished = false
    for area in areas {
      switch keymap.meaning(of: keys, in: [area]) {
      case .command(let command): commands.append(command.name)
      case .unfinished: isUnfinished = true
      case .nothing: break
      }
    }
    sequence = isUnfinished ? keys : []
    var parts = commands
    if isUnfinished { parts.append("begins \(keys.notation) …") }
    if parts.isEmpty { parts.append(keys.count == 1 && key.typed != nil ? "types itself" : "not bound") }
    return (keys.count > 1 ? "\(keys.notation): " : "") + parts.joined(separator: ", ")
  }
}

extension KeyDump.Row: CustomStringConvertible {
  var description: String {
    var line = "\(bytes.padded(to: 26)) \(key.printable.padded(to: 14)) \(meaning.printable)"
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

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

  /// Shows the keys until the user quits, then gives the terminal back and prints them.
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
      ["Press keys to see what this terminal sends. q, or C-c twice, quits.", ""]
      + dump.rows.suffix(max(0, size.rows - 2)).map(\.description)
    for (row, line) in lines.prefix(size.rows).enumerated() {
      grid.put(ScreenText(line), at: Position(column: 0, row: row), in: grid.bounds, .plain)
    }
    return Frame(grid: grid)
  }
}

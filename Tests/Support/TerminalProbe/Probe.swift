import CursesTerminal
import Dispatch
import Glibc
import TerminalScreen

/// A minimal program that exercises everything the terminal layer can do.
///
/// Each event is drawn on its own line. C-q quits, C-k crashes, C-e exits in the middle, C-z suspends, C-v lends the
/// terminal to a child, C-w draws wide letters, C-l draws links, C-g performs all acts, C-u counts up in one cell,
/// C-b draws six hundred frames, C-p shows the process number. C-o shows the next pictures, C-f one with all colours,
/// C-n moves them down, C-t covers them. C-y draws different words over each other, C-r redraws everything.
@MainActor
final class Probe {
  private let terminal: CursesTerminal
  private var lines: [String] = []
  private var count = 0
  private var frames = 0
  private var pictures = ProbePictures()
  private var jumble = Jumble()

  init(_ terminal: CursesTerminal) { self.terminal = terminal }

  func start() throws(TerminalError) {
    try terminal.start { [weak self] events in self?.handle(events) }
    note("ready \(terminal.size.columns)x\(terminal.size.rows)")
    draw()
  }

  private func note(_ line: String) {
    lines.append(line)
    lines = Array(lines.suffix(max(1, terminal.size.rows - 4)))
  }

  private func handle(_ events: [TerminalEvent]) {
    for event in events { handle(event) }
    draw()
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): handle(key)
    case .escapeAndKey(let key): handle(key.withAlt)
    case .paste(let text):
      let sum = text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 65_521 }
      note("paste \(text.utf8.count) \(sum)")
    case .pasteBegins: note("paste begins")
    case .keysIgnored: note("keys ignored")
    case .mouse(let mouse): note("mouse \(mouse.position.column),\(mouse.position.row)")
    case .focus(let isFocused): note("focus \(isFocused)")
    case .resized(let size): note("resized \(size.columns)x\(size.rows)")
    case .background(let background): note("background \(background)")
    case .deviceAttributes, .showsPictures: break
    case .hangUp: leave(1)
    case .terminate: leave(143)
    }
  }

  private func handle(_ key: KeyEvent) {
    guard key.modifiers == .control, case .character(let letter) = key.key else { return note(name(of: key)) }
    switch letter {
    case "q": leave(0)
    case "k": fatalError("the probe was asked to crash")
    case "e": exit(3)
    case "z":
      terminal.suspend()
      note("resumed")
    case "v": lend()
    case "w":
      lines = [
        "a漢字b", "🇩🇪|flag", "e\u{301}|mark", "한|", "👩‍👩‍👧|family", "👍🏽❤️|skin", "\u{1112}\u{1161}|jamo", "क्षि|kshi",
        "🇩🇪🇩|half",
      ]
    case "d": lines = ["漢字|wide", "🇩🇰|flag", "e|mark", "한|", "DE|letters"]
    case "l": lines = ["link"]
    case "g":
      terminal.perform(.ring)
      terminal.perform(.notify("hello"))
      terminal.perform(.copy("héllo"))
      terminal.perform(.setTitle("probe title"))
      note("acted")
    case "u": count += 1
    case "p": note("pid \(getpid())")
    case "o": pictures.showOthers()
    case "f": pictures.showNoise()
    case "n": pictures.row += 1
    case "t": pictures.isCovered.toggle()
    case "y": jumble.change(columns: terminal.size.columns)
    case "b":
      // More than the terminal buffers.
      for number in 0..<600 {
        lines = [String(repeating: "\(number % 10)", count: 70), "flood \(number)"]
        draw()
      }
    case "r":
      terminal.invalidate()
    default: note("control \(letter)")
    }
  }

  private func name(of key: KeyEvent) -> String {
    let held: [(KeyEvent.Modifiers, String)] = [(.control, "C-"), (.alt, "M-"), (.shift, "S-")]
    let prefix = held.filter { key.modifiers.contains($0.0) }.map(\.1).joined()
    if case .character(let character) = key.key { return "key \(prefix)\(character)" }
    return "key \(prefix)\(key.key)"
  }

  private func lend() {
    Task {
      await terminal.lend {
        let child = ChildProgram(
          ["sh", "-c", "printf 'child has it: '; stty -a | grep -o -- '-\\?icanon'; read line"], .inTerminal)
        do {
          note("child ended \(try await child.run())")
        } catch {
          note("child failed \(error)")
        }
      }
      draw()
    }
  }

  private func leave(_ status: Int32) -> Never {
    terminal.stop()
    exit(status)
  }

  private func draw() {
    var grid = Grid(terminal.size)
    let bounds = grid.bounds
    frames += 1
    for (row, line) in lines.enumerated() {
      let isLink = line == "link"
      let style: Style =
        isLink
        ? Style(.palette(4), .underline, link: LinkID(0)) : row == 0 ? Style(.palette(9), .bold) : .plain
      grid.put(ScreenText(line), at: Position(column: 0, row: row), in: bounds, style)
    }
    jumble.draw(on: &grid)
    // A change of a single cell.
    grid.put(
      ScreenText("\(count % 10)"), at: Position(column: 5, row: terminal.size.rows - 2), in: bounds,
      pictures.hasAllColors ? Style(.palette(3)) : .plain)
    let cursor = Position(column: 6, row: terminal.size.rows - 2)
    let placed = pictures.draw(on: &grid)
    terminal.present(
      Frame(
        grid: grid, cursor: cursor, links: lines.contains("link") ? ["https://a.b/ä"] : [], pictures: placed))
  }
}

extension Style {
  fileprivate init(_ foreground: Color, _ attributes: Attributes, link: LinkID? = nil) {
    self.init(foreground, on: .standard, attributes, link: link)
  }
}

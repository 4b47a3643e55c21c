import TerminalScreen
import TestSupport

/// A simulated user: writes drafts, sends most of them, leaves some, and opens other views.
final class Typist {
  private let terminal: SilentTerminal
  private var random: SeededGenerator
  /// The time from each key to its frame, in microseconds.
  var times: [Double] = []

  init(_ terminal: SilentTerminal, seed: UInt64) {
    self.terminal = terminal
    random = SeededGenerator(seed: seed)
  }

  /// Writes one draft and sends, leaves or discards it.
  func write(_ number: Int) async {
    await press(random.one(of: ["M-Down", "M-Up", "M-1", "M-2", "M-a", "M-/"]))
    await type("some words, number \(number) ")
    if random.percent(30) {
      await type("@an")
      await press("Tab")
    }
    switch random.below(100) {
    case ..<70: await press("Enter")
    case ..<85: await press("M-Down")
    case ..<92: await press("C-c")
    default: for _ in 0..<6 { await press("M-Backspace") }
    }
  }

  /// Opens a thread, a list or older messages.
  func lookAround() async {
    switch random.below(6) {
    case 0:
      for key in ["M-1", "M-s", "k", "k", "t"] { await press(key) }
      await type("a reply")
      for key in ["Enter", "C-x", "0", "Escape"] { await press(key) }
    case 1: for key in ["C-x", "d", "Down", "Down", "Escape"] { await press(key) }
    case 2:
      for key in ["C-x", "b"] { await press(key) }
      await type("roo")
      for key in ["Down", "Enter"] { await press(key) }
    case 3:
      await press("M-2")
      for _ in 0..<8 { await press("PgUp") }
      await press("M-End")
    case 4: for key in ["F1", "PgDn", "Escape", "C-x", "t", "Escape"] { await press(key) }
    default:
      for key in ["C-x", "h", "Down", "Escape", "M-1", "M-s", "k", "+", "Enter", "Escape"] {
        await press(key)
      }
    }
  }

  private func type(_ text: String) async {
    for character in text { await send(KeyEvent(.character(character))) }
  }

  private func press(_ notation: String) async {
    guard let key = KeyEvent(notation: notation) else { preconditionFailure("no key: \(notation)") }
    await send(key)
  }

  private func send(_ key: KeyEvent) async {
    await terminal.rest()
    times.append(await terminal.timed([.key(key)]))
  }
}

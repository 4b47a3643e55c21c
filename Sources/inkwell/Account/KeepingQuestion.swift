import CursesTerminal
import Glibc

/// Asks whoever signs out in a terminal whether what is kept of the account on this device stays there.
@MainActor
struct KeepingQuestion {
  enum Answer: Hashable {
    case keep, erase
    /// They stay signed in; with the signal that the program ends as if by.
    case stay(signal: Int32)
  }

  let terminal: any LoginTerminal

  /// - Parameter unsent: what is nowhere else, in words.
  func answer(about unsent: String) -> Answer {
    defer { terminal.finish() }
    terminal.tell("\(unsent) are on this device")
    while true {
      let outcome = terminal.askOpenly(
        "Enter signs out and keeps everything here; the word erase removes it for good: ")
      switch outcome {
      case .typed(let words):
        switch words.text.map({ $0.split(whereSeparator: \.isWhitespace).map { $0.lowercased() } }) {
        case []?: return .keep
        case ["erase"]?: return .erase
        default: terminal.tell("type erase, or nothing")
        }
      case .tooLong: terminal.tell("type erase, or nothing")
      case .ended(let signal): return .stay(signal: signal)
      case .noTerminal, .cancelled, .interrupted: return .stay(signal: SIGINT)
      }
    }
  }
}

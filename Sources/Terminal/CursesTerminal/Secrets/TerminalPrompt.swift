import CTerminalGuard
import Glibc
import TerminalScreen

/// Asks on a terminal for something that is typed unseen, such as a password; or seen, such as a name.
///
/// After the answer the terminal shows nothing of what is typed until ``finish()``, as another question may follow. It is
/// given back on every other way out: when a signal asks the program to end or to stop, and when it crashes.
@MainActor
public struct TerminalPrompt {
  public enum Outcome {
    case typed(Secret)
    /// There was more than a ``Secret`` can hold.
    case tooLong
    /// The person does not want to, or the terminal is gone.
    case cancelled
    /// A signal asked the program to end.
    case ended(signal: Int32)
    case noTerminal
    /// What was waited for beside the answer is there.
    case interrupted
  }

  private let terminal: Int32

  /// - Parameter terminal: a descriptor to read from and to write to.
  public init(terminal: Int32) { self.terminal = terminal }

  /// Whether the program was started in a terminal.
  public static var isThere: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  /// Asks on the terminal that the program was started in, wherever its input and output go.
  ///
  /// - Parameters:
  ///   - question: what stands in front of the place to type.
  ///   - isSeen: whether what is typed is shown.
  ///   - descriptor: ends the question when it is readable.
  public static func ask(
    _ question: String, isSeen: Bool = false, orUntil descriptor: Int32? = nil
  ) -> Outcome {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return .noTerminal }
    defer { close(terminal) }
    return TerminalPrompt(terminal: terminal).ask(question, isSeen: isSeen, orUntil: descriptor)
  }

  /// Gives the terminal back after the last question, as it was before the first.
  public static func finish() { guard_give_back() }

  /// Blocks until there is an answer.
  ///
  /// - Parameters:
  ///   - question: what stands in front of the place to type.
  ///   - isSeen: whether what is typed is shown.
  ///   - descriptor: ends the question when it is readable.
  public func ask(_ question: String, isSeen: Bool = false, orUntil descriptor: Int32? = nil) -> Outcome {
    // What is done with them once they are ours no longer.
    guard_watch_endings()
    let signals = signals_open(Self.signals, Int32(Self.signals.count))
    guard signals >= 0 else { return .noTerminal }
    var outcome = answer(to: question, isSeen: isSeen, signals, orUntil: descriptor)
    write("\r\n")
    guard_hush(terminal)
    // One that came while the terminal was given back must not be lost with the pipe.
    let late = signals_close(signals)
    if Self.endings.contains(late) { outcome = .ended(signal: late) }
    return outcome
  }

  private static let endings = [SIGTERM, SIGHUP, SIGINT]
  private static let signals = endings + [SIGTSTP, SIGCONT]

  private func answer(
    to question: String, isSeen: Bool, _ signals: Int32, orUntil descriptor: Int32?
  ) -> Outcome {
    guard takeOver(question) else { return .noTerminal }
    var line = SecretLine()
    var echo = SeenLine(after: question)
    while true {
      var requests = [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        // The system passes over one that is negative.
        pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&requests, 3, -1) < 0 {
        guard errno == EINTR else { return .noTerminal }
        continue
      }
      if requests[0].revents != 0, let number = byte(from: signals).map(Int32.init) {
        if Self.endings.contains(number) { return .ended(signal: number) }
        // Stopped, or gone on after it was stopped from outside: a shell may have used the terminal.
        line.clear()
        leave(stopping: number == SIGTSTP)
        guard takeOver(question) else { return .noTerminal }
        echo = SeenLine(after: question)
        continue
      }
      if requests[2].revents != 0 {
        // What was being typed or pasted here is not for the program that comes.
        tcflush(terminal, TCIFLUSH)
        return .interrupted
      }
      guard requests[1].revents != 0 else { continue }
      guard let byte = byte(from: terminal) else { return .cancelled }
      switch line.type(byte) {
      case .more: if isSeen { write(echo.text(showing: line.secret, columns: columns)) }
      case .done:
        // The rest of what was pasted is not for the program that comes.
        tcflush(terminal, TCIFLUSH)
        return line.isTooLong ? .tooLong : .typed(line.secret)
      case .cancelled: return .cancelled
      case .stop:
        line.clear()
        leave(stopping: true)
        guard takeOver(question) else { return .noTerminal }
        echo = SeenLine(after: question)
      }
    }
  }

  private var columns: Int {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
    return Int(window.ws_col)
  }

  private func takeOver(_ question: String) -> Bool {
    guard guard_take_over(terminal, terminal, "", 0) == 0 else { return false }
    write(question)
    return true
  }

  private func leave(stopping isStopping: Bool) {
    if isStopping { write("\r\n") }
    guard_give_back()
    if isStopping { guard_stop_job() }
  }

  /// One at a time, so that nothing of what is typed lies in another buffer; nil at the end.
  private func byte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      defer { byte = 0 }
      return count == 1 ? byte : nil
    }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    // A terminal that takes nothing shows no question, and whoever types there is not helped by an error.
    _ = Glibc.write(terminal, bytes, bytes.count)
  }
}

/// Shows what is typed behind a question, without an escape sequence: signing in works on every terminal.
struct SeenLine {
  private let prompt: ScreenText
  private var echo = LineEcho()

  /// - Parameter question: what the terminal shows already.
  init(after question: String) {
    prompt = ScreenText(question)
    _ = echo.text(saying: [], above: TypedLine(prompt: prompt))
  }

  /// What to write so that the terminal shows the end of what is typed, as much of it as one row has room for: a
  /// terminal does not go back into the row above.
  mutating func text(showing typed: Secret, columns: Int) -> String {
    // Within a letter of several bytes there is nothing new to be seen.
    guard let text = typed.text else { return "" }
    let all = ScreenText(text)
    let room = max(1, columns - prompt.width - 1)
    var start = all.count
    var width = 0
    while start > 0, width + all.glyphs[start - 1].width <= room {
      start -= 1
      width += all.glyphs[start].width
    }
    let words = ScreenText(all.glyphs[start...].map(\.text).joined())
    return echo.text(saying: [], above: TypedLine(prompt: prompt, words: words, caret: words.width))
  }
}

/// A line that is typed unseen into a raw terminal, byte by byte.
struct SecretLine {
  enum Step: Hashable {
    case more
    /// Enter.
    case done
    /// C-c, or C-d where nothing is typed yet.
    case cancelled
    /// C-z.
    case stop
  }

  private enum Place: Hashable {
    case text
    /// Behind an Escape, and within the sequence of a key that has no place in a line.
    case escape, sequence
  }

  let secret = Secret()
  /// Whether more was typed than can be taken.
  private(set) var isTooLong = false
  private var place = Place.text

  mutating func type(_ byte: UInt8) -> Step {
    switch place {
    case .escape:
      place = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .text
      return .more
    case .sequence:
      if (0x40...0x7E).contains(byte) { place = .text }
      return .more
    case .text: return typeText(byte)
    }
  }

  private mutating func typeText(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D: return .done
    case 0x03: return .cancelled
    case 0x04: return secret.isEmpty ? .cancelled : .more
    case 0x1A: return .stop
    case 0x1B: place = .escape
    case 0x08, 0x7F: secret.removeLast()
    // C-u and C-w: nobody sees where a word begins.
    case 0x15, 0x17: clear()
    case 0x20...: if !secret.append(byte) { isTooLong = true }
    default: break
    }
    return .more
  }

  /// Begins again.
  mutating func clear() {
    secret.wipe()
    isTooLong = false
    place = .text
  }
}

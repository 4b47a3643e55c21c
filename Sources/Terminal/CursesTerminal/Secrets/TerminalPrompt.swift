import CTerminalGuard
import Glibc
import TerminalScreen

/// Asks a question on a terminal. The answer is hidden, such as a password, or visible, such as a name.
///
/// After the answer the terminal does not echo input until ``finish()``, because another question may follow. It is given back
/// on every other exit: when a signal asks the program to end or to stop, and when the program crashes.
@MainActor
public struct TerminalPrompt {
  public enum Outcome {
    case typed(Secret)
    /// The answer is longer than ``Secret/limit``.
    case tooLong
    /// The user cancelled, or the terminal is gone.
    case cancelled
    /// A signal asked the program to end.
    case ended(signal: Int32)
    case noTerminal
    /// The descriptor that ends the question became readable.
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

  /// Asks on the terminal that the program was started in, even if its input and output are redirected.
  ///
  /// - Parameters:
  ///   - question: the text before the input.
  ///   - isSeen: whether the input is shown.
  ///   - descriptor: ends the question when it becomes readable.
  public static func ask(
    _ question: String, isSeen: Bool = false, orUntil descriptor: Int32? = nil
  ) -> Outcome {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return .noTerminal }
    defer { close(terminal) }
    return TerminalPrompt(terminal: terminal).ask(question, isSeen: isSeen, orUntil: descriptor)
  }

  /// Gives the terminal back after the last question, with its original modes.
  public static func finish() { guard_give_back() }

  /// Blocks until there is an answer.
  ///
  /// - Parameters:
  ///   - question: the text before the input.
  ///   - isSeen: whether the input is shown.
  ///   - descriptor: ends the question when it becomes readable.
  public func ask(_ question: String, isSeen: Bool = false, orUntil descriptor: Int32? = nil) -> Outcome {
    // These actions apply to the signals once they are no longer handled here.
    guard_watch_endings()
    let signals = signals_open(Self.signals, Int32(Self.signals.count))
    guard signals >= 0 else { return .noTerminal }
    var outcome = answer(to: question, isSeen: isSeen, signals, orUntil: descriptor)
    write("\r\n")
    guard_hush(terminal)
    // A signal that arrived while the terminal was given back must not be lost with the pipe.
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
        // The system ignores a negative descriptor.
        pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&requests, 3, -1) < 0 {
        guard errno == EINTR else { return .noTerminal }
        continue
      }
      if requests[0].revents != 0, let number = byte(from: signals).map(Int32.init) {
        if Self.endings.contains(number) { return .ended(signal: number) }
        // The process was asked to stop, or was stopped from outside and resumed: a shell may have used the terminal.
        line.clear()
        leave(stopping: number == SIGTSTP)
        guard takeOver(question) else { return .noTerminal }
        echo = SeenLine(after: question)
        continue
      }
      if requests[2].revents != 0 {
        // Unread input was meant for this question, and not for the program that runs next.
        tcflush(terminal, TCIFLUSH)
        return .interrupted
      }
      guard requests[1].revents != 0 else { continue }
      guard let byte = byte(from: terminal) else { return .cancelled }
      switch line.type(byte) {
      case .more: if isSeen { write(echo.text(showing: line.secret, columns: columns)) }
      case .done:
        // The rest of a paste was not meant for the program that runs next.
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

  /// Reads one byte at a time, so that the input does not remain in another buffer; nil at the end.
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
    // An error is ignored: a terminal that accepts no output can show neither the question nor an error.
    _ = Glibc.write(terminal, bytes, bytes.count)
  }
}

/// Echoes visible input after a question without escape sequences, so that signing in works on every terminal.
struct SeenLine {
  private let prompt: ScreenText
  private var echo = LineEcho()

  /// - Parameter question: the text that the terminal already shows.
  init(after question: String) {
    prompt = ScreenText(question)
    _ = echo.text(saying: [], above: TypedLine(prompt: prompt))
  }

  /// The output that shows the end of the input, as much as fits in one row: without escape sequences, a terminal cannot move
  /// back to the row above.
  mutating func text(showing typed: Secret, columns: Int) -> String {
    // Inside a letter of several bytes, nothing changes on the screen.
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

/// A line that is typed into a raw terminal without echo, byte by byte.
struct SecretLine {
  enum Step: Hashable {
    case more
    /// Enter.
    case done
    /// C-c, or C-d on an empty line.
    case cancelled
    /// C-z.
    case stop
  }

  private enum Place: Hashable {
    case text
    /// After an Escape, after `ESC [`, and inside the sequence of a key that types no text.
    case escape, bracket, sequence
  }

  let secret = Secret()
  /// Whether the input exceeds the limit.
  private(set) var isTooLong = false
  private var place = Place.text

  mutating func type(_ byte: UInt8) -> Step {
    switch (place, byte) {
    // Alt with an arrow sends two Escapes.
    case (.escape, 0x1B): break
    // A control key ends a sequence, and does what it does in text.
    case (.text, _), (_, ..<0x20):
      place = .text
      return typeText(byte)
    case (.escape, UInt8(ascii: "[")): place = .bracket
    case (.escape, UInt8(ascii: "O")): place = .sequence
    // F1 to F5 of a Linux console send `ESC [ [` and a letter.
    case (.bracket, UInt8(ascii: "[")): place = .sequence
    case (.escape, _), (_, 0x40...0x7E): place = .text
    default: place = .sequence
    }
    return .more
  }

  private mutating func typeText(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D: return .done
    case 0x03: return .cancelled
    case 0x04: return secret.isEmpty ? .cancelled : .more
    case 0x1A: return .stop
    case 0x1B: place = .escape
    case 0x08, 0x7F: secret.removeLast()
    // C-u and C-w: in hidden input, word boundaries are not visible.
    case 0x15, 0x17: clear()
    case 0x20...: if !secret.append(byte) { isTooLong = true }
    default: break
    }
    return .more
  }

  /// Clears the line.
  mutating func clear() {
    secret.wipe()
    isTooLong = false
    place = .text
  }
}

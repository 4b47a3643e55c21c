import Glibc
import ProgramTerminal

/// A program in a terminal of 80 columns and 24 rows, with a fresh home folder.
final class Seat {
  let terminal: VirtualTerminal
  private var typed = 0
  private var pages = 0
  private var pastes = 0

  /// Starts the program and waits for content.
  init(_ client: Client, environment: [String: String] = [:]) throws {
    terminal = try VirtualTerminal(client.command, home: client.newHome(), environment: environment)
    try terminal.until(client.content)
    try terminal.rest()
  }

  /// Ends a program cleanly.
  static func end(_ terminal: VirtualTerminal) throws {
    terminal.send(SIGTERM)
    _ = try terminal.end()
  }

  /// Types the next letter. At the end of the sentence the line is cleared, uncounted, unless it is long on purpose.
  func type(keepingLine: Bool = false) throws -> Burst {
    let letter = Words.letter(typed)
    typed += 1
    if !keepingLine, typed % Words.sentence.count == 0 { try clear() }
    return try terminal.answer(to: letter)
  }

  func clear() throws {
    try terminal.type(Keys.clearLine)
    try terminal.rest()
  }

  /// Pastes this many bytes, in the program's own format.
  func paste(_ size: Int) throws -> Burst {
    pastes += 1
    let end = "pasted \(pastes)."
    let text = Words.text(size - end.utf8.count) + end
    return try terminal.answer(to: wantsBrackets ? Keys.bracketed(text) : text, until: end)
  }

  private lazy var wantsBrackets = terminal.output(after: 0).contains("\u{1B}[?2004h")

  /// Pastes a draft into the composer, which may take seconds.
  func fill(_ text: String) throws {
    try terminal.type(Keys.bracketed(text))
    try terminal.rest()
    while try busy(for: 300) > 0.1 { try terminal.rest() }
  }

  /// The processor time of a letter including delayed work, in nanoseconds.
  func processorTimeOfKey() throws -> Double {
    let before = ProcessUsage(of: terminal.process).processorTime
    try terminal.type(Words.letter(typed))
    typed += 1
    while try busy(for: 300) > 0.1 {}
    return ProcessUsage(of: terminal.process).processorTime - before
  }

  /// - Returns: the processor load over this many milliseconds.
  func busy(for milliseconds: Int) throws -> Double {
    let before = ProcessUsage(of: terminal.process).processorTime
    try terminal.listen(for: milliseconds)
    return (ProcessUsage(of: terminal.process).processorTime - before) / Double(milliseconds) / 1e6
  }

  /// One page up. After forty it scrolls back down, uncounted.
  func pageUp() throws -> Burst {
    if pages == 40 {
      for _ in 0..<pages { _ = try terminal.answer(to: Keys.pageDown) }
      pages = 0
    }
    pages += 1
    return try terminal.answer(to: Keys.pageUp)
  }

  /// Types this many keys, each after the answer to the previous one; every hundredth sends the draft.
  func type(keys: Int) throws {
    for key in 1...keys { try terminal.typeQuickly(key % 100 == 0 ? Keys.enter : Words.letter(key)) }
    try terminal.rest()
  }
}

/// Text without commands or suggestions in any program.
enum Words {
  static let sentence = Array(
    "We met at noon and talked about the boat, then went home by way of the old bridge ")

  static func letter(_ number: Int) -> String { String(sentence[number % sentence.count]) }

  static func text(_ size: Int) -> String {
    String((0..<size).map { sentence[$0 % sentence.count] })
  }
}

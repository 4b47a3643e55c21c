import Glibc
import ProgramTerminal

/// Somebody at a terminal of 80 columns and 24 rows in which a program runs, at home where nobody else is.
final class Seat {
  let terminal: VirtualTerminal
  private var typed = 0
  private var pages = 0
  private var pastes = 0

  /// Starts it and waits until there is something to be read.
  init(_ client: Client) throws {
    terminal = try VirtualTerminal(client.command, home: client.newHome())
    try terminal.until(client.content)
    try terminal.rest()
  }

  /// Ends a program in the way that lets it put its things in order.
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

  /// Pastes as many bytes, as the program wants them.
  func paste(_ size: Int) throws -> Burst {
    pastes += 1
    let end = "pasted \(pastes)."
    let text = Words.text(size - end.utf8.count) + end
    return try terminal.answer(to: wantsBrackets ? Keys.bracketed(text) : text, until: end)
  }

  private lazy var wantsBrackets = terminal.output(after: 0).contains("\u{1B}[?2004h")

  /// Puts a draft into the composer that may take seconds to come.
  func fill(_ text: String) throws {
    try terminal.type(Keys.bracketed(text))
    try terminal.rest()
    while try busy(for: 300) > 0.1 { try terminal.rest() }
  }

  /// How long the program is on a core for a letter, with all that it still does a moment later: in nanoseconds.
  func processorTimeOfKey() throws -> Double {
    let before = ProcessUsage(of: terminal.process).processorTime
    try terminal.type(Words.letter(typed))
    typed += 1
    while try busy(for: 300) > 0.1 {}
    return ProcessUsage(of: terminal.process).processorTime - before
  }

  /// - Returns: the part of so many milliseconds for which the program is on a core.
  func busy(for milliseconds: Int) throws -> Double {
    let before = ProcessUsage(of: terminal.process).processorTime
    try terminal.listen(for: milliseconds)
    return (ProcessUsage(of: terminal.process).processorTime - before) / Double(milliseconds) / 1e6
  }

  /// One page up. After forty it goes back down, uncounted.
  func pageUp() throws -> Burst {
    if pages == 40 {
      for _ in 0..<pages { _ = try terminal.answer(to: Keys.pageDown) }
      pages = 0
    }
    pages += 1
    return try terminal.answer(to: Keys.pageUp)
  }

  /// Types so many keys, each after the answer to the one before; every hundredth sends what there is.
  func type(keys: Int) throws {
    for key in 1...keys { try terminal.typeQuickly(key % 100 == 0 ? Keys.enter : Words.letter(key)) }
    try terminal.rest()
  }
}

/// What is typed: words that no program takes for a command or has suggestions for.
enum Words {
  static let sentence = Array(
    "We met at noon and talked about the boat, then went home by way of the old bridge ")

  static func letter(_ number: Int) -> String { String(sentence[number % sentence.count]) }

  static func text(_ size: Int) -> String {
    String((0..<size).map { sentence[$0 % sentence.count] })
  }
}

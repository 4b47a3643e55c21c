import CursesTerminal
import Glibc

/// The dialogue with the user who signs in, before there is a screen.
@MainActor
protocol LoginTerminal {
  /// Whether there is a terminal to ask on.
  var hasTerminal: Bool { get }

  /// Asks for hidden input, until it is complete or a descriptor is readable.
  func ask(_ question: String, orUntil descriptor: Int32?) -> TerminalPrompt.Outcome

  /// Asks for input that is echoed.
  func askOpenly(_ question: String) -> TerminalPrompt.Outcome

  /// Ends the questions: input is echoed again.
  func finish()

  /// Writes a line.
  func tell(_ sentence: String)

  /// Announces a task, and returns when it is done.
  func wait<Value, Failure: Error>(
    for words: String, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value

  /// Opens an address in a browser, if there is one, without waiting.
  func browse(_ address: String)
}

/// The terminal that the program was started in.
struct StartingTerminal: LoginTerminal {
  let opener: AddressOpener
  /// The effect of C-c during a task; nil: it ends the program.
  var onInterrupt: (() -> Never)?

  var hasTerminal: Bool { TerminalPrompt.isThere }

  func ask(_ question: String, orUntil descriptor: Int32?) -> TerminalPrompt.Outcome {
    TerminalPrompt.ask(question, orUntil: descriptor)
  }

  func askOpenly(_ question: String) -> TerminalPrompt.Outcome { TerminalPrompt.ask(question, isSeen: true) }

  func finish() { TerminalPrompt.finish() }

  func tell(_ sentence: String) { complain(sentence) }

  func wait<Value, Failure: Error>(
    for words: String, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    tell("\(words) …")
    guard let onInterrupt else { return try await work() }
    // C-c does not wait for the server.
    let interrupts = SignalReader([SIGINT]) { _ in
      finish()
      onInterrupt()
    }
    defer { interrupts?.giveBack() }
    return try await work()
  }

  func browse(_ address: String) {
    for command in opener.commands(for: address) {
      do throws(ChildProgram.Failure) {
        _ = try ChildProgram(command, .detached).start()
        return
      } catch {
        // The next one may be installed; otherwise the user opens the printed address.
      }
    }
  }
}

extension Configuration {
  @MainActor var startingTerminal: StartingTerminal {
    StartingTerminal(opener: AddressOpener(command: opener))
  }
}

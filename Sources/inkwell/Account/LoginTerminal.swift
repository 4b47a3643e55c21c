import CursesTerminal
import Glibc

/// The person who signs in, before there is a screen.
@MainActor
protocol LoginTerminal {
  /// Whether anything can be asked at all.
  var isThere: Bool { get }

  /// Asks for something that is typed unseen, until it is there or a descriptor is readable.
  func ask(_ question: String, orUntil descriptor: Int32?) -> TerminalPrompt.Outcome

  /// Asks for something that is seen while it is typed.
  func askOpenly(_ question: String) -> TerminalPrompt.Outcome

  /// There are no more questions: what is typed is seen again.
  func finish()

  /// Says something on a line of its own.
  func tell(_ sentence: String)

  /// Says what is done, and returns when it is.
  func wait<Value, Failure: Error>(
    for words: String, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value

  /// Opens an address in a browser, if there is one, and waits for nothing.
  func browse(_ address: String)
}

/// The terminal that the program was started in.
struct StartingTerminal: LoginTerminal {
  let opener: AddressOpener
  /// What C-c does while something is waited for; nil: it ends the program.
  var giveUp: (() -> Never)?

  var isThere: Bool { TerminalPrompt.isThere }

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
    guard let giveUp else { return try await work() }
    // At once, whatever the server is doing.
    let interrupts = SignalReader([SIGINT]) { _ in
      finish()
      giveUp()
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
        // The next one may be there; if none is, the person has the address.
      }
    }
  }
}

extension Configuration {
  @MainActor var startingTerminal: StartingTerminal {
    StartingTerminal(opener: AddressOpener(command: opener))
  }
}

import CursesTerminal

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

  /// Opens an address in a browser, if there is one, and waits for nothing.
  func browse(_ address: String)
}

/// The terminal that the program was started in.
struct StartingTerminal: LoginTerminal {
  let opener: AddressOpener

  var isThere: Bool { TerminalPrompt.isThere }

  func ask(_ question: String, orUntil descriptor: Int32?) -> TerminalPrompt.Outcome {
    TerminalPrompt.ask(question, orUntil: descriptor)
  }

  func askOpenly(_ question: String) -> TerminalPrompt.Outcome { TerminalPrompt.ask(question, isSeen: true) }

  func finish() { TerminalPrompt.finish() }

  func tell(_ sentence: String) { complain(sentence) }

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
  var startingTerminal: StartingTerminal { StartingTerminal(opener: AddressOpener(command: opener)) }
}

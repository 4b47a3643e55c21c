import Measuring
import ProgramTerminal

/// Key presses in adversarial drafts: processor time per key.
struct HeavyRows {
  let clients: [Client]

  func flags() -> Contest {
    row("a key among 50,000 letters of flags", String(repeating: "🇩🇪", count: 25_000))
  }

  func joiners() -> Contest {
    row("a key behind a Character with 100,000 joiners", "a" + String(repeating: "\u{200D}", count: 100_000))
  }

  func blankLines() -> Contest {
    row("a key below 200,000 blank lines", String(repeating: "\n", count: 200_000))
  }

  /// Only Inkwell: the other programs do not treat such a line as a draft.
  private func row(_ name: String, _ text: String) -> Contest {
    Contest(
      group: "heavy", name: name, limit: 100_000_000, fewest: 15,
      contestants: clients.prefix(1).map { client in
        let seat = Once {
          let seat = try Seat(client)
          try seat.fill(text)
          return seat
        }
        return Contestant(name: client.name) { stopwatch in
          stopwatch.take(try await seat().processorTimeOfKey())
        }
      })
  }
}

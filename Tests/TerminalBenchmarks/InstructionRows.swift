import Measuring
import ProgramTerminal

/// Instruction counts. Unlike a time, a count can be compared between commits.
struct InstructionRows {
  let clients: [Client]

  var all: [() -> Contest] { [start, key, paste, page, formattedPage, message] }

  func start() -> Contest {
    row("a start, and its end", limit: 45e6, runs: 3) { try CountedProgram($0).end() }
  }

  func key() -> Contest {
    row("a key", limit: 250_000, times: 60) { seat in
      _ = try seat.type()
      try seat.terminal.listen(for: 100)
    }
  }

  func paste() -> Contest {
    row("a paste of 4 kB, and clearing it", times: 10) { seat in
      _ = try seat.paste(4_096)
      try seat.clear()
    }
  }

  func page() -> Contest {
    row("PageUp", prepare: { client, seat in try client.fill(seat.terminal, 15) }, times: 15, runs: 3) {
      seat in _ = try seat.pageUp()
    }
  }

  /// The same number of lines, with every third word formatted.
  func formattedPage() -> Contest {
    var contest = row(
      "PageUp among formatted messages", only: "inkwell",
      prepare: { client, seat in try client.fillFormatted(seat.terminal, 15) }, times: 15, runs: 3
    ) { seat in
      _ = try seat.pageUp()
    }
    contest.contestants += page().contestants.filter { $0.name == "inkwell" }.map {
      Contestant(name: "plain ones", run: $0.run)
    }
    contest.share = Share(atMost: 1.5, of: "plain ones")
    return contest
  }

  /// Our message comes back from the service like everyone's; the other programs have no server.
  func message() -> Contest {
    row("a message of 20 letters, sent and received", only: "inkwell", times: 20) { seat in
      for _ in 1...20 { _ = try seat.type(keepingLine: true) }
      _ = try seat.terminal.answer(to: Keys.enter)
    }
  }

  /// - Parameters:
  ///   - times: the repetitions per count.
  ///   - runs: as in the other overload.
  private func row(
    _ name: String, limit: Double? = nil, only: String? = nil,
    prepare: @escaping (Client, Seat) throws -> Void = { _, _ in }, times: Int, runs: Int = 1,
    _ work: @escaping (Seat) throws -> Void
  ) -> Contest {
    row(name, limit: limit, only: only, runs: runs) { client in
      let program = try CountedProgram(client)
      try prepare(client, program.seat)
      let count = try program.count { seat in
        for _ in 1...times { try work(seat) }
      }
      _ = try program.end()
      return count / Double(times)
    }
  }

  /// - Parameter runs: the number of counts. The number of frames depends on timing, so where a frame more is
  ///   possible, the lowest count is the best.
  private func row(
    _ name: String, limit: Double? = nil, only: String? = nil, runs: Int,
    _ count: @escaping (Client) throws -> Double
  ) -> Contest {
    Contest(
      group: "instructions", name: name, limit: limit, unit: .instructions, isSteady: true,
      contestants: clients.filter { only == nil || only == $0.name }.map { client in
        Contestant(name: client.name) { $0.take(try (1...runs).map { _ in try count(client) }.min() ?? 0) }
      })
  }
}

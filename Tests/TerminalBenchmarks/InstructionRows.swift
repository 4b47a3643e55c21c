import Measuring
import ProgramTerminal

/// How many instructions programs execute. Unlike a time, a count can be compared from commit to commit.
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

  /// As many lines, in which every third word is formatted.
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

  /// Ours comes back from the service as those of others do; the other programs have nobody to send to.
  func message() -> Contest {
    row("a message of 20 letters, sent and received", only: "inkwell", times: 20) { seat in
      for _ in 1...20 { _ = try seat.type(keepingLine: true) }
      _ = try seat.terminal.answer(to: Keys.enter)
    }
  }

  /// - Parameters:
  ///   - times: how often it is done for one count.
  ///   - runs: as for the other one.
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

  /// - Parameter runs: how often it is counted. How many frames are made depends on what is ready first: where there may be
  ///   one more, the fewest that are needed say most.
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

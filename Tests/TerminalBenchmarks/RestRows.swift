import Measuring
import ProgramTerminal

/// The resources of an idle program.
struct RestRows {
  let clients: [Client]

  func processorTime() -> Contest {
    idle("on a core in 5 s without a key", unit: .nanoseconds) { $1.processorTime - $0.processorTime }
  }

  func wakings() -> Contest {
    idle("woken in 5 s without a key", unit: .times) { Double($1.wakings - $0.wakings) }
  }

  func memory() -> Contest {
    resident("resident memory after the start", fewest: 5) { seat in try seat.terminal.listen(for: 300) }
  }

  /// After an hour of typing at 160 keys a minute.
  func usedMemory() -> Contest {
    resident("resident memory after 10,000 keys", fewest: 2) { seat in try seat.type(keys: 10_000) }
  }

  private func idle(
    _ name: String, unit: Unit, _ difference: @escaping (ProcessUsage, ProcessUsage) -> Double
  ) -> Contest {
    Contest(
      group: "rest", name: name, share: Share(atMost: 1, of: "irssi"), unit: unit, fewest: 3,
      contestants: clients.map { client in
        let seat = Once { try Seat(client) }
        return Contestant(name: client.name) { stopwatch in
          let terminal = try await seat().terminal
          try terminal.rest()
          let before = ProcessUsage(of: terminal.process)
          var after = before
          for _ in 1...5 {
            try terminal.listen(for: 1_000)
            after.look()
          }
          stopwatch.take(difference(before, after))
        }
      })
  }

  private func resident(_ name: String, fewest: Int, _ use: @escaping (Seat) throws -> Void) -> Contest {
    Contest(
      group: "rest", name: name, limit: 20_000_000, unit: .bytes, fewest: fewest,
      contestants: clients.map { client in
        Contestant(name: client.name) { stopwatch in
          let seat = try Seat(client)
          try use(seat)
          stopwatch.take(ProcessUsage(of: seat.terminal.process).resident)
          try Seat.end(seat.terminal)
        }
      })
  }
}

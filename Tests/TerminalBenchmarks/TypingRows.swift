import Measuring
import ProgramTerminal

/// The latency and output of a key press.
struct TypingRows {
  let clients: [Client]

  func echo() -> Contest {
    row("a key until its echo", share: Share(atMost: 1.5, of: "weechat")) { seat in try seat.type().first }
  }

  func bytes() -> Contest {
    row("bytes for a key", limit: 7, unit: .bytes) { seat in Double(try seat.type().bytes) }
  }

  func longEcho() -> Contest {
    row("a key until its echo, in 10 kB", prepare: Self.fillLine) { seat in
      try seat.type(keepingLine: true).first
    }
  }

  func longBytes() -> Contest {
    row("bytes for a key, in 10 kB", unit: .bytes, prepare: Self.fillLine) { seat in
      Double(try seat.type(keepingLine: true).bytes)
    }
  }

  func paste() -> Contest {
    row("a paste of 4 kB, until its end is shown", limit: 3_000_000, fewest: 31) { seat in
      try seat.clear()
      return try seat.paste(4_096).seen
    }
  }

  func pageUp() -> Contest {
    row(
      "PageUp, until the last byte", share: Share(atMost: 1, of: "weechat"),
      prepare: { client, seat in try client.fill(seat.terminal, 40) }
    ) { seat in try seat.pageUp().last }
  }

  private static func fillLine(_ client: Client, _ seat: Seat) throws {
    _ = try seat.paste(10_000)
  }

  private func row(
    _ name: String, limit: Double? = nil, share: Share? = nil, unit: Unit = .nanoseconds, fewest: Int = 200,
    prepare: @escaping (Client, Seat) throws -> Void = { _, _ in },
    _ measure: @escaping (Seat) throws -> Double?
  ) -> Contest {
    Contest(
      group: "keys", name: name, limit: limit, share: share, unit: unit, fewest: fewest,
      contestants: clients.map { client in
        let seat = Once {
          let seat = try Seat(client)
          try prepare(client, seat)
          return seat
        }
        return Contestant(name: client.name) { stopwatch in
          guard let reading = try measure(try await seat()) else {
            throw NoAnswer(client: client.name, row: name)
          }
          stopwatch.take(reading)
        }
      })
  }
}

/// The program wrote nothing for a fifth of a second.
struct NoAnswer: Error {
  let client: String
  let row: String
}

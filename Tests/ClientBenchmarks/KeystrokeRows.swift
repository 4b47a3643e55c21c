import ChatControllers
import DraftEngine
import Measuring

/// A key press in the middle of a draft.
enum KeystrokeRows {
  private static let batch = 16

  static func all() -> [Contest] {
    let sizes: [(bytes: Int, name: String)] = [(200, "200 B"), (10_000, "10 kB"), (100_000, "100 kB")]
    return sizes.map { size in
      let desk = Once { try await KeystrokeDesk(bytes: size.bytes) }
      return row("\(size.name), a mention to every 100 bytes", desk: desk)
    } + [drafts()]
  }

  private static func row(_ name: String, desk: Once<KeystrokeDesk>) -> Contest {
    Contest(
      group: "keystroke", name: name,
      contestants: [
        Contestant(name: "with listener and suggestions, kept in the store", batch: batch) {
          try await keep(try await desk(), $0)
        },
        Contestant(name: "with listener and suggestions, keeping not counted", batch: batch) { stopwatch in
          let desk = try await desk()
          try await stopwatch.measureWaiting { for _ in 0..<batch { try desk.type() } }
          for _ in 0..<batch { try desk.takeBack() }
          try await desk.client.flush()
          stopwatch.keep(desk.heard)
        },
        Contestant(name: "DraftDocument.insertText (floor)", batch: batch) { stopwatch in
          let desk = try await desk()
          try await stopwatch.measureWaiting { for _ in 0..<batch { try desk.typePlainly() } }
          for _ in 0..<batch { try desk.takeBackPlainly() }
          stopwatch.keep(desk.document.revision)
        },
      ])
  }

  private static func drafts() -> Contest {
    Contest(
      group: "keystroke", name: "200 B with listener and suggestions, kept in the store",
      contestants: [1, 1_000].map { count in
        let desk = Once { try await KeystrokeDesk(bytes: 200, drafts: count) }
        return Contestant(name: "\(count) drafts", batch: batch) { try await keep(try await desk(), $0) }
      })
  }

  /// Waits for each key press until the edit is stored, as an app does.
  private static func keep(_ desk: KeystrokeDesk, _ stopwatch: Stopwatch) async throws {
    try await stopwatch.measureWaiting {
      for _ in 0..<batch {
        try desk.type()
        try await desk.client.flush()
      }
    }
    for _ in 0..<batch { try desk.takeBack() }
    try await desk.client.flush()
    stopwatch.keep(desk.heard)
  }
}

import DraftEngine
import Measuring

/// The cost of an operation as the text grows tenfold, with a mention every hundred bytes.
enum GrowthRows {
  private static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  private final class Desk {
    var draft: DraftDocument
    let texts: [String]
    let middle: Int
    let batch: Int

    init(bytes: Int) {
      let manuscript = Manuscript(bytes: bytes, mentions: bytes / 100, lines: bytes / 400, seed: 14)
      draft = manuscript.document
      middle = draft.middle
      batch = max(1, 100_000 / bytes)
      var longer = draft
      do { try longer.insertText(offset: middle, text: "x") } catch { preconditionFailure("\(error)") }
      texts = [longer.text, manuscript.text]
    }

    func insert() {
      for _ in 0..<batch {
        do { try draft.insertText(offset: middle, text: "x") } catch { preconditionFailure("\(error)") }
      }
    }

    func remove() {
      for _ in 0..<batch {
        do { try draft.removeText(offset: middle, length: 1) } catch { preconditionFailure("\(error)") }
      }
    }

    /// Alternates between the text with and without one more letter.
    func update() {
      for turn in 0..<(2 * batch) { draft.update(text: texts[turn % 2]) }
    }
  }

  private static func row(
    _ name: String, runs: Int = 1, _ run: @escaping (Desk, Stopwatch) -> Void
  ) -> Contest {
    Contest(
      group: "growth", name: "\(name), a mention to every 100 bytes",
      contestants: sizes.map { bytes in
        let desk = Desk(bytes: bytes)
        let size = bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
        return Contestant(name: size, batch: runs * desk.batch) { run(desk, $0) }
      })
  }

  static let all: [() -> Contest] = [
    {
      row("insertText of one Character in the middle") { desk, stopwatch in
        stopwatch.measure { desk.insert() }
        desk.remove()
        stopwatch.keep(desk.draft.revision)
      }
    },
    {
      row("update(text:) by one Character in the middle", runs: 2) { desk, stopwatch in
        stopwatch.measure { desk.update() }
        stopwatch.keep(desk.draft.mentionSpans.count)
      }
    },
    {
      row("elements") { desk, stopwatch in
        var count = 0
        stopwatch.measure { for _ in 0..<desk.batch { count += desk.draft.elements.count } }
        stopwatch.keep(count)
      }
    },
    {
      row("mentions") { desk, stopwatch in
        var count = 0
        stopwatch.measure { for _ in 0..<desk.batch { count += desk.draft.mentions.count } }
        stopwatch.keep(count)
      }
    },
  ]
}

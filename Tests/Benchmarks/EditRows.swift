import DraftEngine
import Measuring

/// One Character in the middle of 100 kB with 1,000 mentions.
enum EditRows {
  /// The number of Characters typed or deleted per batch; the draft stays at 100 kB.
  private static let batch = 16

  /// A draft with a single reference, so that edits happen in place.
  private final class Desk {
    var draft: DraftDocument
    var text: String
    let middle: Int

    init() {
      draft = Manuscript(bytes: 100_000, mentions: 1000, lines: 250, seed: 12).document
      text = draft.text
      text.append("")
      middle = draft.middle
    }

    func type() {
      for _ in 0..<batch {
        do { try draft.insertText(offset: middle, text: "x") } catch { preconditionFailure("\(error)") }
      }
    }

    func delete() {
      for _ in 0..<batch {
        do { try draft.removeText(offset: middle, length: 1) } catch { preconditionFailure("\(error)") }
      }
    }

    func typeIntoString() {
      for _ in 0..<batch { text.insert("x", at: text.index(text.startIndex, offsetBy: middle)) }
    }

    func deleteFromString() {
      for _ in 0..<batch { text.remove(at: text.index(text.startIndex, offsetBy: middle)) }
    }
  }

  static func insert() -> Contest {
    let desk = Desk()
    return Contest(
      group: "edit", name: "insert one Character in the middle of 100 kB, 1,000 mentions",
      contestants: [
        Contestant(name: "DraftDocument.insertText", batch: batch) { stopwatch in
          stopwatch.measure { desk.type() }
          desk.delete()
          stopwatch.keep(desk.draft.revision)
        },
        Contestant(name: "String.insert at the same offset", batch: batch) { stopwatch in
          stopwatch.measure { desk.typeIntoString() }
          desk.deleteFromString()
          stopwatch.keep(desk.text.utf8.count)
        },
      ])
  }

  static func remove() -> Contest {
    let desk = Desk()
    return Contest(
      group: "edit", name: "remove one Character in the middle of 100 kB, 1,000 mentions",
      contestants: [
        Contestant(name: "DraftDocument.removeText", batch: batch) { stopwatch in
          desk.type()
          stopwatch.measure { desk.delete() }
          stopwatch.keep(desk.draft.revision)
        },
        Contestant(name: "String.remove at the same offset", batch: batch) { stopwatch in
          desk.typeIntoString()
          stopwatch.measure { desk.deleteFromString() }
          stopwatch.keep(desk.text.utf8.count)
        },
      ])
  }

  static let all: [() -> Contest] = [{ insert() }, { remove() }]
}

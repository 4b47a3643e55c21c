import DraftEngine
import Measuring

extension Contest {
  /// `update(text:)` from one text to another, compared with the standard library's difference and the floor.
  ///
  /// Each run is the first update of a fresh draft. The drafts of a batch are built from their elements before the
  /// measurement, so that none shares memory. Freeing the old text is part of the measurement.
  ///
  /// - Parameter cap: the bytes of both texts that the standard library gets; more would take minutes.
  static func update(
    _ name: String, group: String = "update", from draft: () -> DraftDocument, to new: String, batch: Int = 1,
    reference: Double? = nil, limit: Double? = nil, cap: Int = .max
  ) -> Contest {
    let elements = draft().elements
    let old = draft().text
    let ours = Contestant(name: "DraftDocument.update(text:)", batch: batch) { stopwatch in
      var drafts = (0..<batch).map { _ in DraftDocument(elements: elements) }
      stopwatch.measure {
        for index in drafts.indices { drafts[index].update(text: new) }
      }
      stopwatch.keep(drafts.reduce(0) { $0 + $1.mentionSpans.count })
    }
    var updated = draft()
    let mentions = updated.mentionSpans.count
    updated.update(text: new)
    var others = [difference(old, new, batch: batch, cap: cap), floor(old, new, batch: batch)]
    if old.utf8.count < 4_000 { others.insert(characterDifference(old, new), at: 1) }
    return Contest(
      group: group, name: name, reference: reference, limit: limit,
      note: "keeps \(updated.mentionSpans.count) of \(mentions) mentions", contestants: [ours] + others)
  }

  /// The standard library's difference over words, with each blank and mark as a token. Tokenising is measured,
  /// because `update(text:)` does it as well.
  private static func difference(_ old: String, _ new: String, batch: Int, cap: Int) -> Contestant {
    let (left, right) = (old.prefix(bytes: cap), new.prefix(bytes: cap))
    let isCut = left.utf8.count < old.utf8.count || right.utf8.count < new.utf8.count
    let name = "difference(from:) over words" + (isCut ? ", the first \(cap) bytes" : "")
    // It is slow, so a smaller batch is enough.
    let runs = left.utf8.count < 1000 ? max(1, batch / 8) : 1
    return Contestant(name: name, batch: runs) { stopwatch in
      var count = 0
      stopwatch.measure {
        for _ in 0..<runs {
          count += PlainDiff.tokens(of: right).difference(from: PlainDiff.tokens(of: left)).count
        }
      }
      stopwatch.keep(count)
    }
  }

  private static func characterDifference(_ old: String, _ new: String) -> Contestant {
    Contestant(name: "difference(from:) over Characters") { stopwatch in
      var count = 0
      stopwatch.measure { count = Array(new).difference(from: Array(old)).count }
      stopwatch.keep(count)
    }
  }

  private static func floor(_ old: String, _ new: String, batch: Int) -> Contestant {
    let (left, right) = (Array(old.utf8), Array(new.utf8))
    let runs = batch * 16
    return Contestant(name: "comparing the common ends (floor)", batch: runs) { stopwatch in
      var length = 0
      stopwatch.measure {
        for _ in 0..<runs {
          let ends = CommonEndsFloor.measure(left, right)
          length &+= ends.prefix &+ ends.suffix
        }
      }
      stopwatch.keep(length)
    }
  }
}

extension String {
  /// The whole Characters within this many bytes.
  func prefix(bytes: Int) -> String {
    guard bytes < utf8.count else { return self }
    var end = utf8.index(startIndex, offsetBy: bytes)
    while Index(end, within: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

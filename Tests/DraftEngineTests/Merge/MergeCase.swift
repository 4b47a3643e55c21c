import DraftEngine
import Testing

/// A base, two copies and the expected merge.
struct MergeCase: Sendable, CustomTestStringConvertible {
  /// An expected conflict, in notation.
  struct Clash: Hashable, Sendable {
    let base: String
    let ours: String
    let theirs: String

    init(_ base: String, _ ours: String, _ theirs: String) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }

    init(_ conflict: DraftMerge.Conflict) {
      base = DraftNotation(DraftDocument(elements: conflict.base)).description
      ours = DraftNotation(DraftDocument(elements: conflict.ours)).description
      theirs = DraftNotation(DraftDocument(elements: conflict.theirs)).description
    }
  }

  let base: String
  let ours: String
  let theirs: String
  let merged: String
  let clashes: [Clash]

  init(_ base: String, _ ours: String, _ theirs: String, _ merged: String, _ clashes: Clash...) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    self.clashes = clashes
  }

  var testDescription: String { "\"\(base)\": ours \"\(ours)\", theirs \"\(theirs)\"" }

  /// Merges; without conflicts also with the sides swapped. A caret in ours is mapped to the merged draft.
  func run() throws {
    let base = try DraftNotation(base).document
    let ours = try DraftNotation(ours)
    let theirs = try DraftNotation(theirs).document
    let expected = try DraftNotation(merged)
    let merge = DraftMerge(base: base, ours: ours.document, theirs: theirs)
    #expect(DraftNotation(merge.document).description == DraftNotation(expected.document).description)
    #expect(merge.document == expected.document)
    #expect(merge.conflicts.map(Clash.init) == clashes)
    try merge.checkLaws(ours: ours.document)
    if let caret = ours.caret {
      let offset = merge.mapping.map(try ours.document.utf8Offset(ofCharacter: caret))
      #expect(try merge.document.characterOffset(ofUTF8: offset) == expected.caret)
    }
    if clashes.isEmpty {
      let swapped = DraftMerge(base: base, ours: theirs, theirs: ours.document)
      #expect(swapped.document == expected.document)
      #expect(swapped.conflicts.isEmpty)
    }
  }
}

extension DraftMerge {
  /// The laws of every merge: the edits lead from ours to the merged draft, and conflicts have the right ranges.
  func checkLaws(ours: DraftDocument, _ comment: @autoclosure () -> Comment? = nil) throws {
    var replayed = ours
    for transaction in transactions { try replayed.apply(transaction) }
    #expect(replayed == document, comment())
    #expect(replayed.revision == document.revision, comment())
    #expect(document.mentionSpans == DraftDocument(elements: document.elements).mentionSpans, comment())
    var end = 0
    for conflict in conflicts {
      #expect(conflict.utf8Range.lowerBound >= end, comment())
      #expect(Array(document.text.utf8)[conflict.utf8Range].elementsEqual(conflict.ours.text.utf8), comment())
      end = conflict.utf8Range.upperBound
    }
  }
}

import DraftEngine
import TestSupport
import Testing

@Suite("Merging random edits")
struct MergeProperties {
  private struct Copies {
    let base: DraftDocument
    let ours: RandomDraft
    let theirs: RandomDraft

    init(using generator: inout SeededGenerator) throws {
      let start = RandomDraft(upTo: 24, using: &generator)
      base = start.document
      var ours = start
      for _ in 0..<Int.random(in: 0...4, using: &generator) { try ours.edit(mark: "o", using: &generator) }
      self.ours = ours
      var theirs = start
      for _ in 0..<Int.random(in: 0...4, using: &generator) { try theirs.edit(mark: "t", using: &generator) }
      self.theirs = theirs
    }

    var merge: DraftMerge { DraftMerge(base: base, ours: ours.document, theirs: theirs.document) }

    var description: Comment {
      """
      SEED=\(TestSeed.value)
      base   \(DraftNotation(base).description.debugDescription)
      ours   \(DraftNotation(ours.document).description.debugDescription)
      theirs \(DraftNotation(theirs.document).description.debugDescription)
      merged \(DraftNotation(merge.document).description.debugDescription)
      """
    }
  }

  private func forEach(_ count: Int, _ body: (Copies) throws -> Void) throws {
    var generator = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<count { try body(Copies(using: &generator)) }
  }

  @Test("An unchanged copy changes nothing, and equal copies merge to themselves")
  func identity() throws {
    try forEach(1500) { copies in
      for copy in [copies.ours.document, copies.theirs.document] {
        for merge in [
          DraftMerge(base: copies.base, ours: copy, theirs: copies.base),
          DraftMerge(base: copies.base, ours: copies.base, theirs: copy),
          DraftMerge(base: copies.base, ours: copy, theirs: copy),
        ] {
          #expect(merge.document == copy, copies.description)
          #expect(merge.conflicts.isEmpty, copies.description)
        }
      }
    }
  }

  @Test("A merge is one edit of ours, with valid mentions and correct ranges of conflicts")
  func soundness() throws {
    try forEach(3000) { copies in
      let merge = copies.merge
      try merge.checkLaws(ours: copies.ours.document, copies.description)
      #expect(merge.document.isSound, copies.description)
      #expect(merge.transactions.count <= 1, copies.description)
      let known = Set(copies.ours.document.links + copies.theirs.document.links)
      #expect(known.isSuperset(of: merge.document.links), copies.description)
    }
  }

  @Test("Without a conflict both sides merge to the same")
  func symmetry() throws {
    try forEach(3000) { copies in
      let merge = copies.merge
      let swapped = DraftMerge(
        base: copies.base, ours: copies.theirs.document, theirs: copies.ours.document)
      #expect(merge.conflicts.count == swapped.conflicts.count, copies.description)
      if merge.conflicts.isEmpty {
        #expect(merge.document == swapped.document, copies.description)
      }
    }
  }

  @Test("No typed text is lost: ours is in the draft, theirs there or in a conflict")
  func nothingLost() throws {
    try forEach(3000) { copies in
      let merge = copies.merge
      let text = merge.document.text
      for mark in copies.ours.marks where copies.ours.document.text.contains(bytes: mark) {
        #expect(text.contains(bytes: mark), copies.description)
      }
      for mark in copies.theirs.marks where copies.theirs.document.text.contains(bytes: mark) {
        let isTold = merge.conflicts.contains { $0.theirs.text.contains(bytes: mark) }
        #expect(isTold != text.contains(bytes: mark), copies.description)
      }
    }
  }
}

extension DraftDocument {
  /// The mentions with their text.
  fileprivate var links: [MessageElement] { elements.filter { $0.target != nil } }
}

extension String {
  /// Whether it contains these bytes, even if a combining mark has joined the last Character.
  fileprivate func contains(bytes: String) -> Bool {
    let part = Array(bytes.utf8)
    let all = Array(utf8)
    guard all.count >= part.count else { return false }
    return (0...(all.count - part.count)).contains { all[$0..<($0 + part.count)].elementsEqual(part) }
  }
}

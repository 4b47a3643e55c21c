import DraftEngine
import TestSupport
import Testing

/// The laws of `update(text:)` for any two texts.
@Suite("Random updates")
struct UpdateProperties {
  private static let parts = isSoak ? 8 : 3

  /// Tries pairs until one violates a law, and reports it.
  private func forAll(
    part: Int, pairs: Int, _ makePair: (inout EditGenerator) -> (DraftDocument, String),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var generator = EditGenerator(seed: TestSeed.value &+ UInt64(part))
    for step in 0..<pairs {
      let (draft, text) = makePair(&generator)
      guard let breach = UpdateLaws.breach(updating: draft, to: text) else { continue }
      var updated = draft
      updated.update(text: text)
      Issue.record(
        """
        \(breach)
          before: \(DraftNotation(draft).description.visible)
          update: \(text.visible)
          after: \(DraftNotation(updated).description.visible)
          step \(step) of part \(part); play again with SEED=\(TestSeed.value)
        """, sourceLocation: sourceLocation)
      return
    }
  }

  @Test("Two unrelated texts", arguments: 0..<parts)
  func unrelated(part: Int) {
    forAll(part: part, pairs: 1_500) { generator in
      (DraftDocument(elements: generator.elements()), generator.text(0...12))
    }
  }

  @Test("A text and the result of some edits", arguments: 0..<parts)
  func edited(part: Int) {
    forAll(part: part, pairs: 1_500) { generator in
      let draft = DraftDocument(elements: generator.elements())
      var edited = draft
      for _ in 0...generator.number(0...5) {
        // A refused edit changes nothing.
        try? generator.edit(of: edited).perform(on: &edited)
      }
      return (draft, edited.text)
    }
  }

  @Test("A long text that changes near its ends", arguments: 0..<parts)
  func longEnds(part: Int) {
    forAll(part: part, pairs: 40) { generator in
      var lines: [[MessageElement]] = (0..<150).map { number in
        let words = "line \(number) says \(generator.number(0...999)) things that stay"
        guard generator.chance(15) else { return [.plainText(text: words + "\n")] }
        return [
          .link(text: "Ann \(number) of the long name", target: generator.target()),
          .plainText(text: words + "\n"),
        ]
      }
      let draft = DraftDocument(elements: lines.flatMap(\.self))
      for _ in 0...generator.number(1...8) {
        let place = generator.number(0...3)
        let index = generator.chance(50) ? place : lines.count - 1 - place
        let word = "w\(generator.number(0...9))"
        switch generator.number(0...4) {
        case 0: lines.remove(at: index)
        case 1: lines.insert(lines.remove(at: index), at: generator.number(0...lines.count - 1))
        case 2: lines[index] = [.plainText(text: word + (generator.chance(50) ? "\n" : " "))]
        case 3: lines[index].insert(.plainText(text: word + " "), at: 0)
        default: lines[index].append(.plainText(text: word))
        }
      }
      return (draft, lines.flatMap(\.self).map(\.text).joined())
    }
  }

  @Test("Words reordered, dropped, doubled and changed", arguments: 0..<parts)
  func words(part: Int) {
    forAll(part: part, pairs: 1_000) { generator in
      let words = ["ann", "bob", "ann lee", "and", "the", "e\u{301}t\u{E9}", "漢字", "👧", "\n", "x", ".", "🇩🇪"]
      let line = (0..<generator.number(1...14)).map { _ in words[generator.number(0...(words.count - 1))] }
      var elements: [MessageElement] = []
      for word in line {
        let isMention = generator.chance(35)
        elements.append(isMention ? .link(text: word, target: generator.target()) : .plainText(text: word))
        if generator.chance(85) { elements.append(.plainText(text: " ")) }
      }
      let draft = DraftDocument(elements: elements)
      var parts = elements.map(\.text)
      for _ in 0...generator.number(0...4) {
        let place = generator.number(0...parts.count)
        switch generator.number(0...3) {
        case 0: parts.insert(words[generator.number(0...(words.count - 1))] + " ", at: place)
        case 1 where place < parts.count: parts.remove(at: place)
        case 2 where place < parts.count: parts[place] += generator.text(1...1)
        default: parts = Array(parts[place...] + parts[..<place])
        }
      }
      return (draft, parts.joined())
    }
  }

  @Test(
    "One insertion or removal outside the mentions keeps all of them", arguments: 0..<parts)
  func oneEdit(part: Int) {
    var generator = EditGenerator(seed: TestSeed.value &+ UInt64(part))
    var tried = 0
    for step in 0..<4_000 {
      let before = DraftDocument(elements: generator.elements())
      let offset = generator.number(0...before.count)
      let edit: DraftEdit =
        generator.chance(50)
        ? .insert(offset: offset, text: generator.text(1...3))
        : .remove(offset: offset, length: min(generator.number(1...4), before.count - offset))
      var direct = before
      guard (try? edit.perform(on: &direct)) != nil, direct.mentions.count == before.mentions.count else {
        continue
      }
      tried += 1
      var updated = before
      updated.update(text: direct.text)
      if updated.mentions.count >= before.mentions.count { continue }
      Issue.record(
        """
        only \(updated.mentions.count) of \(before.mentions.count) mentions are left
          before: \(DraftNotation(before).description.visible)
          edit: \("\(edit)".visible)
          direct: \(DraftNotation(direct).description.visible)
          update: \(DraftNotation(updated).description.visible)
          step \(step) of part \(part); play again with SEED=\(TestSeed.value)
        """)
      return
    }
    #expect(tried > 1_000)
  }
}

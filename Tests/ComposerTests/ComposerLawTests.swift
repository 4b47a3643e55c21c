import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import Testing

@testable import Composer

/// Laws for random keys: no text is lost, and undo restores the previous text.
@Suite struct ComposerLawTests {
  nonisolated static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]
  private static let pieces = [
    "a", "b ", " ", "\n", "e", "\u{301}", "🇩", "🇪", "👩", "\u{200D}", "👧", "字", "word and ", ".", "\u{FE0F}",
  ]
  private static let motions: [ComposerCommand] = [
    .lineStart, .lineEnd, .left, .right, .wordLeft, .wordRight, .textStart, .textEnd, .up, .down, .setMark,
  ]
  private static let kills: [ComposerCommand] = [
    .killLine, .killToLineStart, .killBlankWord, .killWordLeft, .killWordRight,
  ]

  /// A text with mentions, combining marks, flags and wide characters.
  private func start(_ world: ComposerWorld) throws {
    try world.set("one [Ann Lee], e\u{301} 🇩🇪 [Ben]\n字 two, three |four\n[Cleo] end")
  }

  @Test("A kill removes exactly the text that it adds to the kill ring", arguments: seeds)
  func killsLoseNothing(seed: UInt64) async throws {
    var random = ComposerRandom(seed)
    let world = try await ComposerWorld()
    for _ in 0..<40 {
      try start(world)
      for _ in 0..<4 { world.composer.perform(random.pick(Self.motions)) }
      let before = world.draft.text
      let ring = world.killRing.count
      let caret = world.draft.utf8Caret
      let command = random.pick(Self.kills)
      let range = command == .killBlankWord ? world.composer.editor.selectedRange : nil
      guard world.composer.perform(command) == .done else { continue }
      let killed = try #require(world.killRing.entry(0)).text
      let at =
        range?.lowerBound ?? min(caret, caret - (world.draft.utf8Caret < caret ? killed.utf8.count : 0))
      let expected = Array(before.utf8.prefix(at)) + Array(before.utf8.dropFirst(at + killed.utf8.count))
      #expect(Array(world.draft.text.utf8) == expected, "seed \(seed), \(command)")
      #expect(world.killRing.count == min(60, ring + 1))
      // A different command would start a new entry, so the yank follows at once and inserts all of it.
      world.composer.perform(.yank)
      #expect(Array(world.draft.text.utf8) == Array(before.utf8), "seed \(seed), \(command), yank")
    }
  }

  @Test("One yank inserts all kills in a row, forward and backward", arguments: seeds)
  func killsJoin(seed: UInt64) async throws {
    var random = ComposerRandom(seed)
    let world = try await ComposerWorld()
    for _ in 0..<20 {
      try start(world)
      let before = world.draft.text
      let mentions = world.draft.mentionSpans
      for _ in 0..<(1 + random.below(6)) { world.composer.perform(random.pick(Self.kills)) }
      guard world.draft.text != before else { continue }
      world.composer.perform(.yank)
      #expect(Array(world.draft.text.utf8) == Array(before.utf8), "seed \(seed)")
      // An uncut mention is restored as a mention, and no new one appears.
      #expect(world.draft.mentionSpans.allSatisfy(mentions.contains))
    }
  }

  @Test("Undo restores text and mentions step by step, and redo repeats all of it", arguments: seeds)
  func undoes(seed: UInt64) async throws {
    var random = ComposerRandom(seed)
    let world = try await ComposerWorld()
    try start(world)
    let first = world.draft.elements
    let edits: [ComposerCommand] =
      Self.motions + Self.kills + [
        .yank, .yankPop, .deleteLeft, .deleteRight, .transpose, .transposeWords, .newline, .copyRegion,
      ]
    for _ in 0..<120 {
      switch random.below(4) {
      case 0: world.composer.type(random.pick(Self.pieces))
      case 1 where random.below(5) == 0: world.composer.paste(random.pick(Self.pieces) + "\r\npasted ")
      default: world.composer.perform(random.pick(edits))
      }
      let text = world.draft.text
      let caret = text.utf8.index(text.startIndex, offsetBy: world.draft.utf8Caret)
      #expect(caret.samePosition(in: text) != nil, "seed \(seed)")
      if let range = world.composer.editor.selectedRange { #expect(range.upperBound <= text.utf8.count) }
    }
    let last = world.draft.elements
    var steps = 0
    // The setup is a step as well.
    while world.draft.elements != first, world.draft.canUndo {
      world.composer.perform(.undo)
      steps += 1
    }
    #expect(world.draft.elements == first, "seed \(seed)")
    for _ in 0..<steps { world.composer.perform(.redo) }
    #expect(world.draft.elements == last, "seed \(seed)")
  }

  @Test(
    "Keys, suggestions and edits from other devices leave caret and selection valid, in any order",
    arguments: seeds)
  func holdsTogether(seed: UInt64) async throws {
    var random = ComposerRandom(seed)
    let world = try await ComposerWorld()
    let symbols = ["@", "#", ":", "/", "al", "smi", "to", "https://a.b", "/attach ~/"]
    for _ in 0..<300 {
      switch random.below(8) {
      case 0: world.composer.type(random.pick(Self.pieces))
      case 1: world.composer.type(random.pick(symbols))
      case 2: world.composer.perform(random.pick(PopupCommand.allCases))
      case 3:
        let end = world.draft.text.utf8.count
        try world.draft.apply(
          DraftTransaction(
            changes: [TextChange(0..<0, "far "), TextChange(end..<end, " away")], origin: .merge))
      case 4 where random.below(4) == 0: _ = world.composer.stepBack()
      case 5 where random.below(8) == 0: world.composer.setAside()
      default: world.composer.perform(random.pick(ComposerCommand.allCases.filter { $0 != .externalEditor }))
      }
      if random.below(5) == 0 { await Task.yield() }
      let text = world.draft.text
      let caret = text.utf8.index(text.startIndex, offsetBy: world.draft.utf8Caret)
      #expect(caret.samePosition(in: text) != nil, "seed \(seed)")
      if let range = world.composer.editor.selectedRange {
        #expect(range.upperBound <= text.utf8.count, "seed \(seed)")
      }
      if let popup = world.popup {
        #expect(popup.rows.isEmpty || popup.rows.indices.contains(popup.selection), "seed \(seed)")
        #expect(popup.anchor <= text.utf8.count, "seed \(seed)")
      }
    }
  }

  @Test("Typing agrees with a naive implementation", arguments: seeds)
  func agreesWithModel(seed: UInt64) async throws {
    var random = ComposerRandom(seed)
    let world = try await ComposerWorld()
    var model = NaiveText()
    for step in 0..<300 {
      switch random.below(6) {
      case 0: world.composer.perform(.left); model.left()
      case 1: world.composer.perform(.right); model.right()
      case 2: world.composer.perform(.deleteLeft); model.deleteLeft()
      case 3: world.composer.perform(.deleteRight); model.deleteRight()
      default:
        let piece = random.pick(Self.pieces)
        world.composer.type(piece)
        model.type(piece)
      }
      #expect(Array(world.draft.text.utf8) == Array(model.text.utf8), "seed \(seed), step \(step)")
      #expect(world.draft.utf8Caret == model.caret, "seed \(seed), step \(step)")
      guard world.draft.utf8Caret == model.caret else { return }
    }
  }
}

/// The simplest implementation of a text with a caret.
nonisolated private struct NaiveText {
  var text = ""
  var caret = 0

  private var ends: [Int] {
    var result = [0]
    for character in text { result.append((result.last ?? 0) + String(character).utf8.count) }
    return result
  }

  mutating func left() { caret = ends.last { $0 < caret } ?? 0 }
  mutating func right() { caret = ends.first { $0 > caret } ?? caret }

  mutating func deleteLeft() {
    let start = ends.last { $0 < caret } ?? 0
    splice(start..<caret, "")
  }

  mutating func deleteRight() {
    let end = ends.first { $0 > caret } ?? caret
    splice(caret..<end, "")
  }

  mutating func type(_ piece: String) { splice(caret..<caret, piece) }

  private mutating func splice(_ range: Range<Int>, _ piece: String) {
    let bytes = Array(text.utf8)
    let end = range.lowerBound + piece.utf8.count
    text = String(
      decoding: bytes[..<range.lowerBound] + Array(piece.utf8) + bytes[range.upperBound...], as: UTF8.self)
    // The caret is after the typed text; if that forms a Character with the following text, after that Character;
    // after a removal that joins two Characters, before the joined one.
    caret = piece.isEmpty ? ends.last { $0 <= end } ?? 0 : ends.first { $0 >= end } ?? end
  }
}

/// Random numbers that are the same for the same seed.
nonisolated struct ComposerRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

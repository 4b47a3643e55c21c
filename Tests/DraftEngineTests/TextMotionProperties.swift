import DraftEngine
import TestSupport
import Testing

@Suite("Text motions over random text")
struct TextMotionProperties {
  private static let texts: [String] = {
    var generator = SeededGenerator(seed: TestSeed.value)
    return (0..<1_000).map { _ in RandomText.make(upTo: 24, using: &generator) }
  }()

  /// The first text and caret that violate a law; `law` gets the text, its boundaries and a boundary's number.
  private func counterexample(_ law: (String, NaiveMotion, Int) -> Bool) -> CaretText? {
    for text in Self.texts {
      let naive = NaiveMotion(text)
      for (number, caret) in naive.boundaries.enumerated() where !law(text, naive, number) {
        return CaretText(text: text, caret: caret)
      }
    }
    return nil
  }

  @Test("Every motion agrees with a naive one", arguments: TextMotion.allCases)
  func agreement(_ motion: TextMotion) {
    let found = counterexample { text, naive, number in
      let expected = naive.boundaries[naive.target(of: motion, from: number)]
      return motion.target(in: text, from: naive.boundaries[number]) == expected
    }
    #expect(found == nil, "seed \(TestSeed.value)")
  }

  @Test(
    "A motion ends at a boundary, never moves the other way, and reaches the end",
    arguments: TextMotion.allCases)
  func progress(_ motion: TextMotion) {
    let isLine = motion == .lineStart || motion == .lineEnd
    let found = counterexample { text, naive, number in
      let caret = naive.boundaries[number]
      let target = motion.target(in: text, from: caret)
      let end = motion.isBackward ? 0 : text.utf8.count
      let goesOn = motion.isBackward ? target < caret : target > caret
      return naive.boundaries.contains(target) && (goesOn || caret == end || isLine && target == caret)
    }
    #expect(found == nil, "seed \(TestSeed.value)")
  }

  @Test("Moving one Character back and forward returns to the same place")
  func thereAndBack() {
    let found = counterexample { text, naive, number in
      let caret = naive.boundaries[number]
      let next = TextMotion.characterForward.target(in: text, from: caret)
      return next == caret || TextMotion.characterBackward.target(in: text, from: next) == caret
    }
    #expect(found == nil, "seed \(TestSeed.value)")
  }

  @Test("An offset inside a Character counts as the Character's start", arguments: TextMotion.allCases)
  func rounding(_ motion: TextMotion) {
    let found = counterexample { text, naive, number in
      let start = naive.boundaries[number]
      let end = number + 1 < naive.boundaries.count ? naive.boundaries[number + 1] : start + 3
      let target = motion.target(in: text, from: start)
      return (start..<end).allSatisfy { motion.target(in: text, from: $0) == target }
    }
    #expect(found == nil, "seed \(TestSeed.value)")
  }
}

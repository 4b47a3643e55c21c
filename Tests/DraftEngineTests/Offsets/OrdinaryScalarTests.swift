import Testing

@testable import DraftEngine

/// The scalars that the engine handles without grapheme breaking, compared with the standard library.
@Suite("Ordinary scalars")
struct OrdinaryScalarTests {
  private static let ordinary: [Unicode.Scalar] = (0..<0x11_0000).lazy.compactMap(Unicode.Scalar.init)
    .filter { scalar in
      let text = String(scalar)
      return OrdinaryScalar.length(in: text.utf8Span.span, at: 0) > 0
    }

  /// The first and the last scalar of each run of ordinary ones, and samples of each kind.
  private static let representatives: [Unicode.Scalar] = {
    let values = Set(ordinary.map(\.value))
    let edges = ordinary.filter { !values.contains($0.value + 1) || !values.contains($0.value &- 1) }
    return edges + "\t aZ09#*_\u{7F}ÀéĀɐΩЖєぁんアン・ー、〈一龥가각힣Ａ".unicodeScalars
  }()

  /// Possible neighbours: everything that joins, regroups or depends on what follows.
  private static let neighbours: [String] = [
    "\r", "\n", "\u{301}", "\u{200D}", "👩", "👩\u{200D}", "\u{200D}👧", "🏽", "🇦", "🇦🇧", "🇦🇧🇨", "\u{1112}",
    "\u{1161}", "\u{11AB}", "क", "क\u{94D}", "क\u{94D}\u{200D}", "\u{94D}ष", "\u{94D}", "ि", "\u{600}",
    "\u{FE0F}",
    "\u{20E3}", "\u{AD}", "\u{200C}", "\u{E0061}", "\u{3099}", "©", "™",
  ]

  @Test("They are the common letters, with their own length")
  func lengths() {
    #expect(Self.ordinary.count > 30_000)
    let isRight = Self.ordinary.allSatisfy { scalar in
      let text = String(scalar)
      return OrdinaryScalar.length(in: text.utf8Span.span, at: 0) == text.utf8.count
    }
    #expect(isRight)
    for letter in "az AZ09!\n漢がカ하éßΩжŁ，" {
      #expect(letter.unicodeScalars.allSatisfy(Self.ordinary.contains), "\(letter)")
    }
    #expect(!Self.ordinary.contains("\r"))
  }

  @Test("No two of them share a Character")
  func pairs() {
    let texts = Self.ordinary.map { String($0) }
    #expect(texts.joined().count == texts.count)
    #expect(texts.reversed().joined().count == texts.count)
    #expect(texts.map { $0 + $0 }.joined().count == texts.count * 2)
    for one in Self.representatives {
      let isAlone = texts.joined(separator: String(one)).count == texts.count * 2 - 1
      #expect(isAlone, "beside U+\(String(one.value, radix: 16))")
    }
  }

  @Test("A boundary after one of them does not depend on what precedes it")
  func independence() {
    let texts = Self.ordinary.map { String($0) }
    /// The number of Characters when each ordinary scalar is between the two, on separate lines.
    func count(_ before: String, _ after: String) -> Int {
      (before + texts.joined(separator: after + "\n" + before) + after).count
    }
    let alone = count("", "")
    let before = Self.neighbours.map { count($0, "") }
    for after in ["\u{301}", "\u{200D}👧", "🇦🇧🇨", "\u{1161}", "\u{94D}ष", "\u{FE0F}\u{20E3}"] {
      let behind = count("", after)
      for (index, neighbour) in Self.neighbours.enumerated() {
        let isIndependent = count(neighbour, after) == before[index] + behind - alone
        #expect(isIndependent, "between \(neighbour.visible) and \(after.visible)")
      }
    }
  }

  @Test("Later boundaries do not depend on it either")
  func laterBoundaries() {
    for scalar in Self.representatives {
      for after in Self.neighbours + ["\u{301}\u{200D}👧", "\u{94D}ष\u{94D}", "\u{200D}🇦🇧🇨🇩", "x\u{301}"] {
        let tail = Self.boundaries(String(scalar) + after)
        for before in Self.neighbours {
          let whole = Self.boundaries(before + String(scalar) + after)
          let start = before.utf8.count
          let isSame = whole.filter { $0 > start } == tail.filter { $0 > 0 }.map { $0 + start }
          if !isSame { Issue.record("\(before.visible) then \((String(scalar) + after).visible)") }
        }
      }
    }
  }

  private static func boundaries(_ text: String) -> [Int] {
    text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
  }
}

@testable import DraftEngine

/// A naive trigger finder: mark all code in the whole text, then try every symbol.
struct NaiveTrigger {
  private let text: String
  private let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of every scalar, and of the end.
  private let offsets: [Int]
  private var isCode: [Bool]

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
    offsets = scalars.reduce(into: [0]) { $0.append(($0.last ?? 0) + String($1).utf8.count) }
    isCode = scalars.map { _ in false }
    markCode()
  }

  func trigger(at caret: Int, mentions: [Range<Int>]) -> MentionTrigger? {
    guard let end = offsets.firstIndex(of: caret) else { return nil }
    for symbol in (0..<end).reversed() {
      guard let kind = MentionTrigger.Kind.allCases.first(where: { $0.symbol == Character(scalars[symbol]) })
      else { continue }
      let range = offsets[symbol]..<caret
      let name = Array(scalars[(symbol + 1)..<end])
      guard isName(name, of: kind), opens(symbol), !isCode[symbol], !isInAddress(symbol),
        !mentions.contains(where: { $0.overlaps(range) })
      else { return nil }
      return MentionTrigger(kind: kind, range: range, query: string(name))
    }
    return nil
  }

  private func isName(_ name: [Unicode.Scalar], of kind: MentionTrigger.Kind) -> Bool {
    guard name.count <= 128, !isMark(name.first), !isJoiner(name.first) else { return false }
    return name.indices.allSatisfy { place in
      let scalar = name[place]
      if isJoiner(scalar) {
        let before = name[place - 1]
        let isLast = place + 1 == name.count
        return (isLetter(before) || isMark(before))
          && (isLast || isLetter(name[place + 1]) || isMark(name[place + 1]))
      }
      return isLetter(scalar) || isMark(scalar) || "1_-.".unicodeScalars.contains(scalar)
        || scalar == "+" && kind == .emoji
    }
  }

  private func opens(_ place: Int) -> Bool {
    place == 0 || isBlank(scalars[place - 1]) || "([«“\"'¿".unicodeScalars.contains(scalars[place - 1])
  }

  private func isInAddress(_ symbol: Int) -> Bool {
    let stretch = string(
      scalars[..<symbol].split(omittingEmptySubsequences: false, whereSeparator: isBlank).last ?? [])
    if stretch.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      .contains(where: { String($0).unicodeScalars.starts(with: "//".unicodeScalars) })
    {
      return true
    }
    let bare = stretch.lowercased().unicodeScalars.drop { "([«“\"'¿".unicodeScalars.contains($0) }
    return bare.starts(with: "www.".unicodeScalars) || bare.starts(with: "mailto:".unicodeScalars)
  }

  private mutating func markCode() {
    var fence: [Unicode.Scalar]?
    for line in lines {
      let content = Array(scalars[line])
      let indent = content.prefix { $0 == " " }.count
      let mark = content.dropFirst(indent).first
      let run = content.dropFirst(indent).prefix { $0 == mark && (mark == "`" || mark == "~") }
      let rest = content.dropFirst(indent + run.count)
      let isFence = indent <= 3 && run.count >= 3
      if let opening = fence {
        for place in line { isCode[place] = true }
        if isFence, run.first == opening.first, run.count >= opening.count,
          rest.allSatisfy({ $0 == " " || $0 == "\t" })
        {
          fence = nil
        }
      } else if isFence, mark == "~" || !rest.contains("`") {
        for place in line { isCode[place] = true }
        fence = Array(run)
      } else {
        markSpans(in: line)
      }
    }
  }

  private var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for place in scalars.indices where ["\n", "\r", "\u{2028}"].contains(scalars[place]) {
      lines.append(start..<place)
      start = place + 1
    }
    return lines + [start..<scalars.count]
  }

  private mutating func markSpans(in line: Range<Int>) {
    var place = line.lowerBound
    while place < line.upperBound {
      let length = run(at: place, in: line)
      guard length > 0 else {
        place += 1
        continue
      }
      var closing = place + length
      while closing < line.upperBound, run(at: closing, in: line) != length {
        closing += max(1, run(at: closing, in: line))
      }
      if closing == line.upperBound {
        if !isWord(before: place, in: line) {
          for covered in place..<line.upperBound { isCode[covered] = true }
          return
        }
        place += length
      } else {
        for covered in place..<closing { isCode[covered] = true }
        place = closing + length
      }
    }
  }

  private func run(at place: Int, in line: Range<Int>) -> Int {
    scalars[place..<line.upperBound].prefix { $0 == "`" }.count
  }

  private func isWord(before place: Int, in line: Range<Int>) -> Bool {
    guard let character = string(scalars[line.lowerBound..<place]).last else { return false }
    let first = character.unicodeScalars.first
    return character.unicodeScalars.dropFirst().first != "\u{FE0F}"
      && (first == "1" || isMark(first) || first.map(isLetter) ?? false)
  }

  private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !isMark(scalar)
  }
  private func isMark(_ scalar: Unicode.Scalar?) -> Bool {
    ["\u{301}", "\u{94D}", "\u{FE0F}", "\u{20E3}"].contains(scalar)
  }
  private func isJoiner(_ scalar: Unicode.Scalar?) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }
  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    " \t\n\r\u{2028}\u{A0}".unicodeScalars.contains(scalar)
  }
}

extension MentionTrigger {
  /// The trigger in a text with these mentions.
  static func at(caret: Int, in text: String, mentions: [MentionSpan]) -> MentionTrigger? {
    var document = DraftDocument(elements: [.plainText(text: text)])
    for mention in mentions { document.mentionList.append(mention) }
    return document.trigger(atUTF8: caret)
  }
}

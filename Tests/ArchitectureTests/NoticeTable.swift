/// The sentences that the last line shows: the static members of `Notice` in the folders named `Notices`.
struct NoticeTable {
  struct Entry: Equatable {
    let name: String
    /// The longest part without interpolations of each string literal. Short ones, which other texts have by
    /// chance, are left out if there is a longer one.
    let sentences: [String]
  }

  let entries: [Entry]
  /// The letters of a part that no other text has by chance.
  private static let enoughLetters = 8

  /// - Parameter code: a file of the table, without comments.
  init(in code: String) {
    let starts = code.ranges(of: #/\n  (?:package )?(?:static )?(?:let|func) /#)
    entries = starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1].lowerBound : code.endIndex
      let body = code[start.upperBound..<end]
      let sentences = Self.literals(in: body).compactMap(Self.longest)
      let long = sentences.filter { Self.letters(in: $0) >= Self.enoughLetters }
      return Entry(
        name: String(body.prefix { $0.isLetter || $0.isNumber }), sentences: long.isEmpty ? sentences : long)
    }
  }

  /// The entries that the code names nowhere.
  func unused(in code: String) -> [String] {
    let used = Set(code.matches(of: #/\.([a-z]\w*)/#).map { String($0.output.1) })
    return entries.map(\.name).filter { !used.contains($0) }
  }

  /// The sentences that no test has, with the names of their entries.
  func unshown(in tests: String) -> [String] {
    entries.flatMap { entry in
      entry.sentences.filter { !tests.contains($0) }.map { "\(entry.name): \($0)" }
    }
  }

  /// The pieces of each string literal between its interpolations. The name of a command is part of its piece.
  private static func literals(in code: Substring) -> [[String]] {
    var rest = code
    var found: [[String]] = []
    while let start = rest.firstIndex(of: "\"") {
      rest = rest[rest.index(after: start)...]
      var pieces = [""]
      while let character = rest.popFirst(), character != "\"" {
        guard character == "\\" else {
          pieces[pieces.count - 1].append(character)
          continue
        }
        guard rest.first == "(" else {
          if let escaped = rest.popFirst() { pieces[pieces.count - 1].append(escaped) }
          continue
        }
        let inner = interpolation(at: &rest)
        if let command = inner.wholeMatch(of: #/\(SlashCommand\.(\w+)\.name\)/#) {
          pieces[pieces.count - 1] += command.output.1
        } else {
          pieces.append("")
          found += literals(in: inner)
        }
      }
      found.append(pieces)
    }
    return found
  }

  /// Removes an interpolation from the front, with its parentheses.
  private static func interpolation(at rest: inout Substring) -> Substring {
    var depth = 0
    let end =
      rest.firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      } ?? rest.endIndex
    defer { rest = rest[end...].dropFirst() }
    return rest[...end]
  }

  /// The piece with the most letters, without the punctuation around it; nil if it has no word.
  private static func longest(of pieces: [String]) -> String? {
    let words = pieces.map { piece in
      var words = piece[...]
      while let first = words.first, !first.isLetter, !first.isNumber, first != "/" { words.removeFirst() }
      while let last = words.last, !last.isLetter, !last.isNumber { words.removeLast() }
      return String(words)
    }
    return words.max { letters(in: $0) < letters(in: $1) }.flatMap { letters(in: $0) < 3 ? nil : $0 }
  }

  private static func letters(in text: String) -> Int { text.count(where: \.isLetter) }
}

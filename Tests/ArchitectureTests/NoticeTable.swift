/// The sentences that the last line shows: the static members of `Notice` in the folders named `Notices`.
struct NoticeTable {
  struct Entry: Equatable {
    let name: String
    /// The longest part without interpolations of each string literal.
    let sentences: [String]
  }

  let entries: [Entry]

  /// - Parameter code: a file of the table, without comments.
  init(in code: String) {
    let starts = code.ranges(of: #/\n  (?:package )?(?:static )?(?:let|func) /#)
    entries = starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1].lowerBound : code.endIndex
      let body = code[start.upperBound..<end]
      return Entry(
        name: String(body.prefix { $0.isLetter || $0.isNumber }),
        sentences: Self.literals(in: body).compactMap(Self.longest))
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

  /// The longest piece, without the punctuation around it; nil if it has no word.
  private static func longest(of pieces: [String]) -> String? {
    let words = pieces.map { piece in
      var words = piece[...]
      while let first = words.first, !first.isLetter, !first.isNumber, first != "/" { words.removeFirst() }
      while let last = words.last, !last.isLetter, !last.isNumber { words.removeLast() }
      return String(words)
    }
    return words.max { $0.count < $1.count }.flatMap { $0.filter(\.isLetter).count < 3 ? nil : $0 }
  }
}

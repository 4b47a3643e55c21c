import DraftEngine

/// A composer in one line: `[Ann]` is a mention, `|` the caret, `^` the mark, `<[Ann]>` a selected mention.
nonisolated struct ComposerNotation {
  var text = ""
  var mentions: [MentionSpan] = []
  var caret = 0
  var mark: Int?
  var selectedMention: Range<Int>?

  init(
    text: String, mentions: [MentionSpan], caret: Int, mark: Int? = nil, selectedMention: Range<Int>? = nil
  ) {
    self.text = text
    self.mentions = mentions
    self.caret = caret
    self.mark = mark
    self.selectedMention = selectedMention
  }

  init(reading notation: String) {
    var start = 0
    for scalar in notation.unicodeScalars {
      let offset = text.utf8.count
      switch scalar {
      case "|": caret = offset
      case "^": mark = offset
      case "[": start = offset
      case "]":
        let words = String(text.utf8.dropFirst(start)) ?? ""
        mentions.append(MentionSpan(start..<offset, .user(userId: words.lowercased())))
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  var written: String {
    var result = ""
    var offset = 0
    func marks() -> String {
      var found = ""
      if mentions.contains(where: { $0.range.upperBound == offset }) { found += "]" }
      if selectedMention?.upperBound == offset { found += ">" }
      if mark == offset { found += "^" }
      if caret == offset { found += "|" }
      if selectedMention?.lowerBound == offset { found += "<" }
      if mentions.contains(where: { $0.range.lowerBound == offset }) { found += "[" }
      return found
    }
    for scalar in text.unicodeScalars {
      result += marks()
      result.unicodeScalars.append(scalar)
      offset += String(scalar).utf8.count
    }
    return result + marks()
  }

  /// Splits keys at blanks; quoted text stays together.
  static func tokens(_ keys: String) -> [String] {
    var tokens: [String] = []
    var token = ""
    var isQuoted = false
    // By scalar: a combining mark typed alone must not join the quote.
    for scalar in keys.unicodeScalars {
      if scalar == "'" { isQuoted.toggle() }
      if scalar == " ", !isQuoted {
        if !token.isEmpty { tokens.append(token) }
        token = ""
      } else {
        token.unicodeScalars.append(scalar)
      }
    }
    return token.isEmpty ? tokens : tokens + [token]
  }
}

import TerminalScreen

extension StyledText {
  /// Untrusted text, with at most `limit` glyphs.
  init(_ text: String, _ style: Style, limit: Int = 512) {
    self.init(ScreenText(text, limit: limit), style)
  }

  /// The words of an untrusted text in one line.
  init(line text: String, _ style: Style, limit: Int = 512) {
    self.init(FirstWords.line(of: text), style, limit: limit)
  }

  mutating func append(_ text: String, _ style: Style) { append(StyledText(text, style)) }

  /// The text without trailing blanks, which a row of wrapped text may have beyond its edge.
  var withoutBlanksAtEnd: StyledText {
    self[0..<(glyphs.lastIndex { $0 != ScreenText.blank.glyphs[0] } ?? -1) + 1]
  }

  /// Appends a text after a separator, unless one of the two is empty.
  mutating func join(_ other: StyledText, with mark: ScreenText = .dot, _ style: Style) {
    guard !other.isEmpty else { return }
    if !isEmpty { append(mark, style) }
    append(other)
  }

  /// The first parts between dots, as many as fit. A key is left out rather than shown with half of its meaning.
  func wholeKeys(columns: Int) -> StyledText {
    if width <= columns { return self }
    let dot = ScreenText.dot.glyphs
    var end = 0
    var width = 0
    for index in 0..<count {
      if glyphs[index...].starts(with: dot) {
        guard width <= columns else { break }
        end = index
      }
      width += glyphs[index].width
    }
    return self[0..<end]
  }
}

extension StyledText {
  /// The parts of a hint between dots, in as many rows as they need. Only a part that is wider than a row is broken, between
  /// words.
  static func keyRows(_ hint: String, _ style: Style, columns: Int) -> [StyledText] {
    var rows: [StyledText] = []
    for part in FirstWords.line(of: hint).split(separator: ScreenText.dotText) {
      let words = StyledText(String(part), style)
      if let last = rows.last, last.width + ScreenText.dot.width + words.width <= columns {
        rows[rows.count - 1].join(words, style)
      } else if words.width <= columns {
        rows.append(words)
      } else {
        let start = rows.popLast().map { $0.text.glyphs.map(\.text).joined() + ScreenText.dotText } ?? ""
        let broken = TextRows(start + part, columns: columns)
        rows += (0..<broken.count).map { broken.styled($0, style).withoutBlanksAtEnd }
      }
    }
    return rows
  }
}

extension ScreenText {
  static let dotText = " · "
  /// The separator between two parts of a line.
  static let dot = ScreenText(dotText)
  static let blank: ScreenText = " "
}

extension UploadLine {
  /// The file in one line: its size, and its progress or why it failed.
  ///
  /// - Parameter showsFailure: whether the line includes the reason of a failure.
  func styled(_ theme: Theme, columns: Int, showsFailure: Bool = true) -> StyledText {
    var end = StyledText()
    if let failure, showsFailure {
      end.append("  ! ", theme.error)
      end.append(FirstWords.line(of: failure), theme.error)
    } else {
      if let size { end.append("  \(Self.spelled(size))", theme.quiet) }
      if let percent { end.append(Self.bar(percent, theme, columns: columns)) }
    }
    var line = StyledText("▤ ", theme.quiet)
    // The status at the end matters more than the known name, but the name keeps a third of the row.
    let room = max(columns - 2 - end.width, columns / 3)
    line.append(StyledText(line: name, theme.text).truncated(to: max(1, room)))
    line.append(end)
    return line
  }

  /// Whether its name and why it failed fit in one line.
  func fitsWithFailure(columns: Int) -> Bool {
    ScreenText("▤ \(FirstWords.line(of: name))  ! \(FirstWords.line(of: failure ?? ""))").width <= columns
  }

  private static func bar(_ percent: Int, _ theme: Theme, columns: Int) -> StyledText {
    let percent = min(max(0, percent), 100)
    var bar = StyledText("  ", theme.quiet)
    if columns >= 60 {
      let full = percent / 10
      bar.append(
        String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full) + " ", theme.good)
    }
    bar.append("\(percent) %", theme.good)
    return bar
  }

  /// A size with its unit, and at most one decimal place.
  private static func spelled(_ bytes: Int) -> String {
    guard bytes >= 1_000 else { return "\(max(0, bytes)) B" }
    var unit = 1_000
    for name in ["kB", "MB", "GB", "TB"] {
      // Sizes are rounded down, so none is shown as a thousand of a unit.
      if bytes / unit < 1_000 || name == "TB" {
        let tenths = bytes / (unit / 10)
        return tenths < 100 && tenths % 10 != 0
          ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(tenths / 10) \(name)"
      }
      unit *= 1_000
    }
    return "\(bytes) B"
  }
}

extension ComposerState.QuoteLine {
  /// The quoted message in one line.
  func styled(_ theme: Theme) -> StyledText {
    var line = StyledText("> ", theme.quote)
    if !author.isEmpty {
      line.append(StyledText(author, theme.quote, limit: 64))
      line.append(": ", theme.quote)
    }
    line.append(StyledText(line: text, theme.quote))
    return line
  }
}

/// The sign of encrypted channels: a key, which takes one column in every terminal. Where there is room, words follow it.
package enum EncryptionSign {
  package static let text = "⚿"
  static let glyphs = ScreenText(text)
}

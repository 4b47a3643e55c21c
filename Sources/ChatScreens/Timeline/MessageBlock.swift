import ChatDomain
import DraftEngine
import TerminalScreen

/// A message as lines, which are known before any of them is drawn.
struct MessageBlock: Hashable, Sendable {
  enum Line: Hashable {
    case quote
    /// A row of the words.
    case words(Int)
    /// The marks, if they do not fit beside the last row of the words.
    case marks
    case failure
    case file(Int)
    case reactions
    case thread
  }

  let row: MessageRow
  let columns: MessageColumns
  let rows: TextRows
  /// What in the words leads somewhere.
  let spans: [MentionSpan]
  /// Whether the words are replaced by a note that the message was deleted.
  let isDeleted: Bool
  private let hasQuote: Bool
  private let wordRows: Int
  private let rest: [Line]

  init(_ row: MessageRow, _ columns: MessageColumns) {
    self.row = row
    self.columns = columns
    let message = row.message
    isDeleted = message.isDeleted
    hasQuote = message.quoted != nil && !isDeleted
    let elements = columns.showsSigns ? message.elements.withSigns : message.elements
    let text = isDeleted ? "message deleted" : elements.text
    spans = isDeleted || message.kind == .system ? [] : elements.spansWithAddresses
    let indent = hasQuote ? 0 : Self.indent(of: row, columns)
    rows = TextRows(text, TextRows.Rule(columns: columns.wordsWidth, overhang: .max, indent: indent))
    let files = isDeleted ? 0 : max(row.uploads.count, message.files.count)
    wordRows = text.isEmpty && (hasQuote || files > 0) ? 0 : rows.count

    var rest: [Line] = []
    let marks = MessageMarks(row)
    if !marks.isEmpty,
      wordRows == 0 || rows.width(ofRow: rows.count - 1) + 2 + marks.width > columns.wordsWidth
    {
      rest.append(.marks)
    }
    rest += (0..<files).map(Line.file)
    if row.failure != nil { rest.append(.failure) }
    if !isDeleted, !message.reactions.isEmpty { rest.append(.reactions) }
    if row.thread != nil { rest.append(.thread) }
    self.rest = rest
  }

  /// The number of its lines.
  var height: Int { (hasQuote ? 1 : 0) + wordRows + rest.count }

  /// The contents of one of its lines.
  func line(_ index: Int) -> Line {
    var index = index
    if hasQuote {
      if index == 0 { return .quote }
      index -= 1
    }
    return index < wordRows ? .words(index) : rest[index - wordRows]
  }

  /// Whether the marks are beside a row of the words.
  func hasMarks(besideRow row: Int) -> Bool { row == wordRows - 1 && !rest.contains(.marks) }

  /// The width of a name in the first line, if names have no column of their own.
  var indent: Int { Self.indent(of: row, columns) }

  private static func indent(of row: MessageRow, _ columns: MessageColumns) -> Int {
    guard columns.name == 0, !row.isGrouped, row.message.kind == .regular else { return 0 }
    return min(ScreenText(row.shownName, limit: columns.mostForName + 1).width, columns.mostForName) + 1
  }
}

extension [MessageElement] {
  /// The same with an `@` before the names of people and a `#` before those of channels.
  var withSigns: [MessageElement] {
    map { element in
      guard case .link(let text, let target) = element, let sign = target.sign, !text.hasPrefix(sign) else {
        return element
      }
      return .link(text: sign + text, target: target)
    }
  }
}

extension MentionTarget {
  /// What was typed for it.
  var sign: String? {
    switch self {
    case .user: "@"
    case .channel: "#"
    case .url: nil
    }
  }
}

extension MessageRow {
  /// The name as shown: the person's own is "you".
  var shownName: String { isOwn ? "you" : message.author.displayName }
}

extension TextRows {
  /// The columns of a row, without trailing blanks but with the space left free before it.
  func width(ofRow row: Int) -> Int {
    var width = row == 0 ? rule.indent : 0
    walk(row) { _, column, glyphs in
      guard column < rule.columns else { return false }
      if glyphs.contains(where: { !$0.isSpace }) { width = column + glyphs.width }
      return true
    }
    return width
  }
}

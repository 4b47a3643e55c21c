import ChatDomain
import DraftEngine
import TerminalScreen

/// A message as lines: which ones there are is known before any of them is drawn.
struct MessageBlock: Hashable, Sendable {
  enum Line: Hashable {
    case quote
    /// A row of the words.
    case words(Int)
    /// What would not fit beside the last row of the words.
    case marks
    case failure
    case file(Int)
    case reactions
    case thread
  }

  let row: MessageRow
  let columns: MessageColumns
  let rows: TextRows
  /// What the words are instead of the message's own: it was deleted.
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
    let text = isDeleted ? "message deleted" : message.text
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

  /// How many lines it takes.
  var height: Int { (hasQuote ? 1 : 0) + wordRows + rest.count }

  /// What stands in one of its lines.
  func line(_ index: Int) -> Line {
    var index = index
    if hasQuote {
      if index == 0 { return .quote }
      index -= 1
    }
    return index < wordRows ? .words(index) : rest[index - wordRows]
  }

  /// Whether the marks stand beside a row of the words.
  func hasMarks(besideRow row: Int) -> Bool { row == wordRows - 1 && !rest.contains(.marks) }

  /// The columns that a name takes in the first line, where it has no column of its own.
  var indent: Int { Self.indent(of: row, columns) }

  private static func indent(of row: MessageRow, _ columns: MessageColumns) -> Int {
    guard columns.name == 0, !row.isGrouped, row.message.kind == .regular else { return 0 }
    return min(ScreenText(row.shownName, limit: columns.mostForName + 1).width, columns.mostForName) + 1
  }
}

extension MessageRow {
  /// The name as it is shown: you are "you".
  var shownName: String { isOwn ? "you" : message.author.displayName }
}

extension TextRows {
  /// The columns of a row without the blanks it ends with and with what is left free before it.
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

import DraftEngine
import FormattedText
import TerminalScreen

/// The text of a message as it is drawn: without marks, and with signs before all rows of quotes, lists and code.
struct FormattedWords {
  private(set) var text: String
  /// The looks of parts that are not plain, in order and without overlaps.
  private(set) var looks: [ShownText.Run]
  /// The mentions and links, in order and without overlaps.
  private(set) var spans: [MentionSpan]
  /// The first column at which the longest line of code is shown to its end; 0 while no code is cut.
  private(set) var lastCodeColumn = 0
  /// Whether the last line may not be broken again: its rows begin with signs, or it is the row of a table.
  let endsInBlock: Bool

  /// - Parameters:
  ///   - elements: the message's text.
  ///   - columns: the columns of a row.
  ///   - indent: the columns that are taken before the text in its first row.
  ///   - codeColumn: the first shown column of lines of code that are too long; nil if such lines are wrapped.
  /// - Returns: nil if the text is plain.
  init?(
    _ elements: [MessageElement], _ text: String, columns: Int, indent: Int = 0, codeColumn: Int? = nil
  ) {
    guard let tree = Markdown.parse(text, elements: elements.linkRanges), tree.isFormatted else { return nil }
    let shown = ShownText(tree, mayOpen: WebAddress.isHarmless)
    self.text = shown.text
    looks = shown.runs
    spans = shown.spans(of: elements)
    endsInBlock =
      shown.margins.last.map { !shown.text.utf8.dropFirst($0.end).contains(0x0A) } ?? false
      || shown.tables.last?.range.upperBound == shown.text.utf8.count
    fit(shown.margins, shown.tables, columns, indent, codeColumn)
  }

  /// Breaks or cuts the lines that begin with signs, so that each of their rows begins with signs.
  private mutating func fit(
    _ margins: [ShownText.Margin], _ tables: [ShownText.Table], _ columns: Int, _ indent: Int,
    _ codeColumn: Int?
  ) {
    var edits = RowEdits()
    let bytes = Array(text.utf8)
    var tables = tables[...]
    var tableEnd = 0
    func fitTables(upTo offset: Int) {
      while let table = tables.first, table.range.lowerBound <= offset {
        tables.removeFirst()
        guard let rows = TableRows(table, bytes, columns: columns) else { continue }
        edits.replace(table.range, by: rows.pieces)
        tableEnd = table.range.upperBound
      }
    }
    let lastColumns = codeColumn == nil ? [] : Self.lastCodeColumns(margins, bytes, columns)
    lastCodeColumn = lastColumns.max() ?? 0
    for (index, margin) in margins.enumerated() {
      fitTables(upTo: margin.end)
      if margin.end < tableEnd { continue }
      let room = columns - margin.further.reduce(0) { $0 + $1.text.unicodeScalars.count }
      let end = bytes[margin.end...].firstIndex(of: 0x0A) ?? bytes.count
      // No letter takes more columns than bytes, except a tab.
      let before = bytes[..<margin.end].contains(0x0A) ? 0 : min(indent, room)
      let mayBeLong = before + end - margin.end > room || bytes[margin.end..<end].contains(0x09)
      guard room >= Self.leastRoom, mayBeLong || codeColumn != nil && margin.isCode else { continue }
      let line = String(decoding: bytes[margin.end..<end], as: UTF8.self)
      if margin.isCode, let codeColumn {
        Self.cut(line, at: margin.end, from: min(codeColumn, lastColumns[index]), room: room, &edits)
        continue
      }
      let taken = before == 0 ? "" : String(repeating: "x", count: before - 1) + " "
      for start in TextRows(taken + line, columns: room).starts.dropFirst()
      where start > before {
        edits.breakRow(at: margin.end + start - before, margin.continuing)
      }
    }
    fitTables(upTo: .max)
    guard !edits.isEmpty else { return }
    (text, looks, spans) = edits.apply(to: bytes, looks, spans)
  }

  /// For each line, how many columns its block of code can be scrolled: until the end of its longest line is visible. 0 if the
  /// block fits, and outside of code.
  private static func lastCodeColumns(_ margins: [ShownText.Margin], _ bytes: [UInt8], _ columns: Int)
    -> [Int]
  {
    var last = [Int](repeating: 0, count: margins.count)
    var block: (lines: Range<Int>, last: Int) = (0..<0, 0)
    for (index, margin) in margins.enumerated() where margin.isCode {
      let room = columns - margin.further.reduce(0) { $0 + $1.text.unicodeScalars.count }
      let end = bytes[margin.end...].firstIndex(of: 0x0A) ?? bytes.count
      let line = String(decoding: bytes[margin.end..<end], as: UTF8.self)
      var width = 0
      TextRows(line, TextRows.Rule(columns: .max, overhang: 0)).walk(0) { _, column, glyphs in
        width = column + glyphs.width
        return true
      }
      // The lines of two blocks have the lines of their frames between them.
      let isSameBlock =
        index > 0 && block.lines.upperBound == index
        && bytes[margins[index - 1].end..<margin.end].count { $0 == 0x0A } == 1
      if !isSameBlock {
        for line in block.lines { last[line] = block.last }
        block = (index..<index, 0)
      }
      block = (block.lines.lowerBound..<index + 1, max(block.last, width - room))
    }
    for line in block.lines { last[line] = block.last }
    return last
  }

  /// Leaves out the text outside the shown columns.
  private static func cut(_ line: String, at offset: Int, from first: Int, room: Int, _ edits: inout RowEdits)
  {
    var start = line.utf8.count
    var last = 0
    var isCut = false
    TextRows(line, TextRows.Rule(columns: .max, overhang: 0)).walk(0) { character, column, glyphs in
      let right = column + glyphs.width
      if column >= first { start = min(start, character.lowerBound) }
      if right <= first + room - 1 { last = character.upperBound }
      isCut = right > first + room
      return !isCut
    }
    if start > 0 { edits.leaveOut(offset..<offset + start, sign: "") }
    if isCut, max(start, last) < line.utf8.count {
      edits.leaveOut(offset + max(start, last)..<offset + line.utf8.count, sign: "…")
    }
  }

  /// The fewest columns beside signs. With less room, a line is wrapped without signs before its further rows.
  private static let leastRoom = 8
}

extension [ShownText.Run] {
  var hasSpoilers: Bool { contains { $0.look.contains(.spoiler) } }

  /// The styles of a row: the looks of its text, below the styles of mentions and links.
  func styles(in row: Range<Int>, _ spans: [StyledSpan], _ plain: Style, _ theme: Theme) -> [StyledSpan] {
    var styles: [StyledSpan] = []
    var span = 0
    func add(_ range: Range<Int>, _ style: Style?) {
      var place = range.lowerBound
      while span < spans.count, spans[span].range.lowerBound < range.upperBound {
        let part = spans[span].range.clamped(to: place..<range.upperBound)
        if let style, place < part.lowerBound {
          styles.append(StyledSpan(range: place..<part.lowerBound, style: style))
        }
        let over = spans[span].style.adding(style?.attributes ?? [])
        if !part.isEmpty { styles.append(StyledSpan(range: part, style: over)) }
        place = part.upperBound
        guard spans[span].range.upperBound <= range.upperBound else { break }
        span += 1
      }
      if let style, place < range.upperBound {
        styles.append(StyledSpan(range: place..<range.upperBound, style: style))
      }
    }
    var place = row.lowerBound
    for run in self[partitioningIndex { $0.range.upperBound > row.lowerBound }...] {
      guard run.range.lowerBound < row.upperBound else { break }
      let range = run.range.clamped(to: row)
      if place < range.lowerBound { add(place..<range.lowerBound, nil) }
      if !range.isEmpty { add(range, theme.style(of: run, plain)) }
      place = range.upperBound
    }
    if place < row.upperBound { add(place..<row.upperBound, nil) }
    return styles
  }
}

extension Theme {
  /// The style of a run.
  func style(of run: ShownText.Run, _ plain: Style) -> Style {
    let look = run.look
    var style = plain
    if look.contains(.quote) { style = quote.over(plain) }
    if look.contains(.sign) { style = quiet.over(plain) }
    if look.contains(.code), !look.contains(.tick) || boxesCode {
      style = run.code.map(color)?.over(plain) ?? (look.contains(.block) ? plain : code.over(plain))
    }
    if look.contains(.bold) { style = style.adding(.bold) }
    if look.contains(.italic) { style = style.adding(.italic) }
    if look.contains(.struck) { style = style.adding(.strikethrough) }
    return style
  }

  private func color(of kind: CodePiece.Kind) -> Style {
    switch kind {
    case .comment: codeComment
    case .string, .added: codeString
    case .escape, .number: codeNumber
    case .keyword: codeKeyword
    case .type, .meta, .hunk: codeType
    case .function: codeFunction
    case .removed: Style(error.foreground)
    }
  }
}

extension TextRows {
  /// The columns of a row that show the backticks of inline code.
  ///
  /// - Parameter inSpoilers: whether to include those in spoilers, which may be masked.
  func tickColumns(_ row: Int, _ looks: [ShownText.Run], inSpoilers: Bool) -> [Int] {
    let range = range(of: row)
    let first = looks.partitioningIndex { $0.range.upperBound > range.lowerBound }
    var ticks = looks[first...].prefix { $0.range.lowerBound < range.upperBound }
      .filter { $0.look.contains(.tick) && (inSpoilers || !$0.look.contains(.spoiler)) }.map(
        \.range.lowerBound)[...]
    guard !ticks.isEmpty else { return [] }
    var columns: [Int] = []
    walk(row) { character, column, _ in
      if character.lowerBound == ticks.first {
        columns.append(column)
        ticks.removeFirst()
      }
      return !ticks.isEmpty
    }
    return columns
  }

  /// A row with its hidden text masked, letter by letter, so that nothing moves when it is revealed.
  func hidingSpoilers(_ row: Int, _ looks: [ShownText.Run], _ styled: StyledText) -> StyledText {
    var result = StyledText()
    result.reserveCapacity(styled.count)
    let cover = ("▒" as ScreenText).glyphs
    var next = 0
    walk(row) { character, _, glyphs in
      let look = looks.partitioningIndex { $0.range.upperBound > character.lowerBound }
      let isHidden =
        look < looks.count && looks[look].range.lowerBound <= character.lowerBound
        && looks[look].look.contains(.spoiler)
      for glyph in glyphs where next < styled.count {
        let style = styled.style(at: next)
        next += 1
        guard isHidden else {
          result.append(glyph, style)
          continue
        }
        // A wide letter is masked by two signs.
        for _ in 0..<glyph.width { for piece in cover { result.append(piece, style) } }
      }
      return next < styled.count
    }
    return result
  }
}

import DraftEngine
import FormattedText
import TerminalScreen

/// Draws a draft with the notes above it.
struct ComposerPane {
  private static let arrow: ScreenText = "→ "

  @Shared private(set) var composer: ComposerState
  let places: PaneLayout
  let layout: ComposerLayout
  let isFocused: Bool
  /// The first row shown: the requested one, or as near to it as the caret and the end allow.
  let firstRow: Int
  private let caretRow: Int

  init(_ composer: Shared<ComposerState>, _ places: PaneLayout, _ layout: ComposerLayout, isFocused: Bool) {
    _composer = composer
    self.places = places
    self.layout = layout
    self.isFocused = isFocused
    let composer = composer.wrappedValue
    caretRow = layout.row(of: composer.caret)
    let rows = places.text.rows
    let most = max(0, layout.rowCount - rows)
    firstRow = min(max(min(max(composer.firstRow, caretRow - rows + 1), caretRow), 0), most)
  }

  /// The position of an offset on the screen; above or below the pane if it is scrolled out.
  func place(of offset: Int) -> Position {
    let position = layout.position(of: offset)
    return Position(
      column: places.text.column + position.column, row: places.text.row + position.row - firstRow)
  }

  /// - Parameter last: the pane drawn in the last frame; the rows above the text are redrawn only if they differ.
  func draw(after last: ComposerPane?, on canvas: inout Canvas) {
    if last.map(hasSameHead) != true {
      canvas.clear(places.destination)
      drawDestination(on: &canvas)
      canvas.clear(places.notes)
      ComposerNotes(composer, columns: places.notes.columns, rows: places.notes.rows)
        .draw(in: places.notes, on: &canvas)
    }
    canvas.clear(places.text)
    drawText(on: &canvas)
    canvas.clear(places.preview)
    if let preview = composer.preview { drawPreview(preview, on: &canvas) }
    let caret = place(of: composer.caret)
    if isFocused, places.text.contains(caret) { canvas.cursor = caret }
  }

  /// Whether the draft has more rows than are visible.
  private var isScrolled: Bool { layout.rowCount > places.text.rows }

  private func hasSameHead(as other: ComposerPane) -> Bool {
    composer.hasSameHead(as: other.composer) && !isScrolled && !other.isScrolled
  }

  static func previewRows(_ preview: String, columns: Int) -> TextRows {
    TextRows("⇒ " + FirstWords.line(of: preview), columns: columns)
  }

  private func drawPreview(_ preview: String, on canvas: inout Canvas) {
    var rest = places.preview
    let rows = Self.previewRows(preview, columns: rest.columns)
    let shown = min(rest.rows, rows.count)
    let spans = AddressFinder.addresses(in: rows.text).map { canvas.styled($0) }
    for row in 0..<shown {
      var words = rows.styled(row, canvas.theme.quiet, spans).withoutBlanksAtEnd
      if row == shown - 1, shown < rows.count { words.append("…", canvas.theme.quiet) }
      canvas.putRow(words, in: rest.takeTop(1))
    }
  }

  /// Draws the destination. If there is no room for all of the texts after it, the least important are left out.
  private func drawDestination(on canvas: inout Canvas) {
    let theme = canvas.theme
    let columns = places.destination.columns
    let style = isFocused ? theme.title : theme.quiet
    func destination(_ words: String) -> StyledText {
      var line = StyledText(Self.arrow, style)
      line.append(StyledText(line: words, style))
      if composer.isEncrypted { line.append(" \(EncryptionSign.text)", theme.quiet) }
      return line
    }
    if let keys = composer.keys {
      return canvas.put(StyledText(line: keys, style).wholeKeys(columns: columns), in: places.destination)
    }
    var left = destination(composer.destination)
    let mode = composer.mode.map { "  \($0)" } ?? ""
    // The switch and the mode are never cut: the words of the switch get shorter, then the destination.
    let room = columns - mode.count
    var words = ""
    if let isShown = composer.isShownInChannel {
      let forms = Self.switches(isShown, composer.channelKey)
      func fitting() -> String? { forms.dropLast().first { left.width + $0.count <= room } }
      if let whole = fitting() {
        words = whole
      } else {
        if !composer.shortDestination.isEmpty { left = destination(composer.shortDestination) }
        words = fitting() ?? forms.last ?? ""
      }
    }
    left = left.truncated(to: max(0, room - words.count))
    left.append(words, theme.text)
    left.append(mode, theme.quiet)
    let space = columns - left.width - 2
    var right = StyledText(line: composer.typing ?? "", theme.quiet)
    if isScrolled {
      let place = StyledText("row \(caretRow + 1) of \(layout.rowCount)", theme.quiet)
      var both = place
      both.join(right, theme.quiet)
      let short = StyledText("\(caretRow + 1)/\(layout.rowCount)", theme.quiet)
      right = both.width <= space ? both : place.width <= space ? place : short
    }
    canvas.putRow(
      left, right: right.width > space && space < 12 ? StyledText() : right.truncated(to: space),
      in: places.destination)
  }

  /// The forms of the switch that shows a reply in the channel too, the longest first.
  private static func switches(_ isShown: Bool, _ key: String?) -> [String] {
    let box = isShown ? "  [x]" : "  [ ]"
    let words = [" also to the channel", " channel too", " channel"].map { words in
      box + words + (key.map { " (\($0))" } ?? "")
    }
    return words + [box + (key.map { " \($0)" } ?? "")]
  }

  private func drawText(on canvas: inout Canvas) {
    var rest = places.text
    if composer.text.isEmpty {
      let words = StyledText(line: composer.placeholder, canvas.theme.quiet)
      let row = rest.takeTop(1)
      let isKeys = composer.keys != nil
      return canvas.put(
        isKeys ? words.wholeKeys(columns: row.columns) : words.truncated(to: row.columns), in: row)
    }
    let spans = composer.mentions.map {
      StyledSpan(range: $0.range, style: canvas.theme.element($0.target).over(canvas.theme.text))
    }
    let looks = composer.showsStyles ? TypedLooks.runs(composer.text, elements: spans.map(\.range)) : []
    for row in firstRow..<min(firstRow + places.text.rows, layout.rowCount) {
      let line = rest.takeTop(1)
      let plain = canvas.theme.text
      let styles =
        looks.isEmpty ? spans : looks.styles(in: layout.range(ofRow: row), spans, plain, canvas.theme)
      if !layout.drawPrintableASCII(row, plain, styles, in: line, on: &canvas.grid) {
        canvas.put(layout.styled(row, plain, styles), in: line)
      }
      if !composer.misspelled.isEmpty { markMisspelled(row: row, in: line, on: &canvas) }
      if let selection = composer.selection, !selection.isEmpty {
        let style = canvas.theme.selected
        mark(selection, row: row, in: line, on: &canvas, withNewline: true) { style.replacing($0) }
      }
    }
  }

  private func markMisspelled(row: Int, in rect: Rect, on canvas: inout Canvas) {
    let range = layout.range(ofRow: row)
    let style = canvas.theme.misspelled
    let first = composer.misspelled.partitioningIndex { $0.upperBound > range.lowerBound }
    for word in composer.misspelled[first...] {
      guard word.lowerBound < range.upperBound else { return }
      mark(word, row: row, in: rect, on: &canvas) { style.over($0) }
    }
  }

  /// Restyles the part of a row that is in a range.
  ///
  /// - Parameter withNewline: whether to restyle the cell of a newline in the range too.
  private func mark(
    _ marked: Range<Int>, row: Int, in rect: Rect, on canvas: inout Canvas, withNewline: Bool = false,
    as style: (Style) -> Style
  ) {
    let range = layout.range(ofRow: row)
    let part = range.clamped(to: marked)
    guard !part.isEmpty else { return }
    let start = layout.position(of: part.lowerBound)
    guard start.row == row else { return }
    let end = layout.position(of: part.upperBound)
    let endColumn = end.row == row ? end.column : layout.endColumn(ofRow: row) + (withNewline ? 1 : 0)
    let cells = Rect(
      column: rect.column + start.column, row: rect.row, columns: endColumn - start.column, rows: 1)
    canvas.grid.restyle(cells.intersection(rect), style)
  }
}

/// The notes between a composer's destination and its text, one row each: edit, quote, files. Who is notified may take two.
struct ComposerNotes {
  enum Note {
    /// A row of the text about who is notified.
    case telling(TextRows, row: Int, isCut: Bool, ComposerState.Telling.Tone)
    case quote(ComposerState.QuoteLine)
    case editing(String, time: String?, hint: String?)
    case leftEdit(String, hint: String?)
    case file(UploadLine)
  }

  let notes: [Note]

  /// - Parameter rows: the rows for the notes.
  init(_ composer: ComposerState, columns: Int, rows: Int) {
    var notes: [Note] = []
    if let telling = composer.telling {
      let words = Self.rows(of: telling, columns: columns)
      let others = Self.count(of: composer, columns: columns) - min(words.count, Self.mostTellingRows)
      let shown = max(1, min(words.count, Self.mostTellingRows, rows - others))
      for row in 0..<shown {
        let isCut = row == shown - 1 && shown < words.count
        notes.append(.telling(words, row: row, isCut: isCut, telling.tone))
      }
    }
    if let words = composer.editing {
      notes.append(.editing(words, time: composer.editingTime, hint: composer.editingHint))
    }
    if let words = composer.leftEdit { notes.append(.leftEdit(words, hint: composer.leftEditHint)) }
    if let quote = composer.quote { notes.append(.quote(quote)) }
    self.notes = notes + composer.files.map(Note.file)
  }

  /// The rows that the notes of a composer need.
  static func count(of composer: ComposerState, columns: Int) -> Int {
    let telling = composer.telling.map { min(rows(of: $0, columns: columns).count, mostTellingRows) }
    return (telling ?? 0) + (composer.editing == nil ? 0 : 1) + (composer.leftEdit == nil ? 0 : 1)
      + (composer.quote == nil ? 0 : 1) + composer.files.count
  }

  private static let mostTellingRows = 2

  private static func rows(of telling: ComposerState.Telling, columns: Int) -> TextRows {
    TextRows("⇒ " + FirstWords.line(of: telling.text), columns: columns)
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    // If not all notes fit, the last row says how many are missing, unless the only row is needed for who is notified.
    let isTelling = if case .telling? = notes.first { true } else { false }
    let shown = notes.count > rect.rows ? max(isTelling ? 1 : 0, rect.rows - 1) : notes.count
    for note in notes.prefix(shown) {
      let row = rest.takeTop(1)
      var hint = StyledText()
      switch note {
      case .leftEdit(_, let words?): hint = StyledText(line: words, canvas.theme.quiet)
      case .editing(_, let time, let words?):
        hint = StyledText(line: words, canvas.theme.quiet)
        let long = StyledText(
          FirstWords.line(of: time.map { "yours of \($0) · \(words)" } ?? words), canvas.theme.quiet)
        if long.width <= row.columns / 2 { hint = long }
      default: break
      }
      // The hint, which names the key, stays whole; the words are cut.
      canvas.putRow(Self.words(of: note, canvas.theme, columns: row.columns), right: hint, in: row)
    }
    if shown < notes.count {
      canvas.putRow(StyledText("… and \(notes.count - shown) more", canvas.theme.quiet), in: rest)
    }
  }

  private static func words(of note: Note, _ theme: Theme, columns: Int) -> StyledText {
    switch note {
    case .telling(let rows, let row, let isCut, let tone):
      let style =
        switch tone {
        case .quiet: theme.quiet
        case .good: theme.good
        case .warning: theme.warning
        }
      var words = rows.styled(row, style).withoutBlanksAtEnd
      if isCut {
        words = words.prefix(columns: columns - 1)
        words.append("…", style)
      }
      return words
    case .quote(let quote):
      return quote.styled(theme)
    case .editing(let words, _, _):
      var text = StyledText("✎ editing: ", theme.warning)
      text.append(StyledText(words, theme.quote, limit: columns))
      return text
    case .leftEdit(let words, _):
      var text = StyledText("✎ unfinished edit: ", theme.quiet)
      text.append(StyledText(words, theme.quote, limit: columns))
      return text
    case .file(let upload):
      return upload.styled(theme, columns: columns)
    }
  }
}

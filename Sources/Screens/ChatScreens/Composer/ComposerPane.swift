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

  /// - Parameter last: the pane that is drawn there; what is above its text is kept if it is the same.
  func draw(after last: ComposerPane?, on canvas: inout Canvas) {
    if last.map(hasSameHead) != true {
      canvas.clear(places.destination)
      drawDestination(on: &canvas)
      canvas.clear(places.notes)
      ComposerNotes(composer).draw(in: places.notes, on: &canvas)
    }
    canvas.clear(places.text)
    drawText(on: &canvas)
    canvas.clear(places.preview)
    if let preview = composer.preview {
      drawPreview(preview, on: &canvas)
    }
    let caret = place(of: composer.caret)
    if isFocused, places.text.contains(caret) { canvas.cursor = caret }
  }

  /// Whether there are more rows than places for them.
  private var isScrolled: Bool { layout.rowCount > places.text.rows }

  private func hasSameHead(as other: ComposerPane) -> Bool {
    composer.hasSameHead(as: other.composer) && !isScrolled && !other.isScrolled
  }

  static func previewRows(_ preview: String, columns: Int) -> TextRows {
    TextRows("⇒ " + FirstWords.line(of: preview), TextRows.Rule(columns: max(1, columns), overhang: .max))
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

  /// Draws the destination; of the texts after it, the least important are left out if there is no room.
  private func drawDestination(on canvas: inout Canvas) {
    let theme = canvas.theme
    let columns = places.destination.columns
    let style = isFocused ? theme.title : theme.quiet
    var left = StyledText(Self.arrow, style)
    left.append(StyledText(FirstWords.line(of: composer.destination), style))
    if let isShown = composer.isShownInChannel {
      let box = isShown ? "  [x]" : "  [ ]"
      let forms = [box + " also to the channel", box + " channel too", box]
      // The switch is never cut: if even the box alone does not fit, the destination is cut.
      let words = forms.first { left.width + $0.count <= columns } ?? box
      left = left.truncated(to: max(0, columns - words.count))
      left.append(words, theme.text)
    }
    if let mode = composer.mode {
      let words = "  \(mode)"
      if left.width + words.count <= columns { left.append(words, theme.quiet) }
    }
    let room = columns - left.width - 2
    var right = StyledText(FirstWords.line(of: composer.typing ?? ""), theme.quiet)
    if isScrolled {
      let place = StyledText("row \(caretRow + 1) of \(layout.rowCount)", theme.quiet)
      var both = place
      both.join(right, theme.quiet)
      let short = StyledText("\(caretRow + 1)/\(layout.rowCount)", theme.quiet)
      right = both.width <= room ? both : place.width <= room ? place : short
    }
    canvas.putRow(
      left, right: right.width > room && room < 12 ? StyledText() : right.truncated(to: room),
      in: places.destination)
  }

  private func drawText(on canvas: inout Canvas) {
    var rest = places.text
    if composer.text.isEmpty {
      let words = StyledText(FirstWords.line(of: composer.placeholder), canvas.theme.quiet)
      let row = rest.takeTop(1)
      return canvas.put(words.truncated(to: row.columns), in: row)
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

/// The notes between a composer's destination and its text, one row each: who is notified, edit, quote, files.
struct ComposerNotes {
  enum Note {
    case telling(ComposerState.Telling)
    case quote(ComposerState.QuoteLine)
    case editing(String)
    case leftEdit(String, hint: String?)
    case file(UploadLine)
  }

  let notes: [Note]

  init(_ composer: ComposerState) {
    var notes: [Note] = []
    if let telling = composer.telling { notes.append(.telling(telling)) }
    if let words = composer.editing { notes.append(.editing(words)) }
    if let words = composer.leftEdit { notes.append(.leftEdit(words, hint: composer.leftEditHint)) }
    if let quote = composer.quote { notes.append(.quote(quote)) }
    self.notes = notes + composer.files.map(Note.file)
  }

  /// The number of notes of a composer.
  static func count(of composer: ComposerState) -> Int {
    (composer.telling == nil ? 0 : 1) + (composer.editing == nil ? 0 : 1) + (composer.leftEdit == nil ? 0 : 1)
      + (composer.quote == nil ? 0 : 1) + composer.files.count
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    // If not all fit, the last row says how many are missing; only the note about what Enter will do is more important.
    let isTelling = if case .telling? = notes.first { true } else { false }
    let shown = notes.count > rect.rows ? max(isTelling ? 1 : 0, rect.rows - 1) : notes.count
    for note in notes.prefix(shown) {
      let row = rest.takeTop(1)
      var hint = StyledText()
      if case .leftEdit(_, let words?) = note {
        hint = StyledText(FirstWords.line(of: words), canvas.theme.quiet)
      }
      canvas.putRow(
        Self.words(of: note, canvas.theme, columns: row.columns), right: hint.truncated(to: row.columns / 2),
        in: row)
    }
    if shown < notes.count {
      canvas.putRow(StyledText("… and \(notes.count - shown) more", canvas.theme.quiet), in: rest)
    }
  }

  private static func words(of note: Note, _ theme: Theme, columns: Int) -> StyledText {
    switch note {
    case .telling(let telling):
      return StyledText(
        "⇒ " + FirstWords.line(of: telling.text), telling.isWarning ? theme.warning : theme.good)
    case .quote(let quote):
      return quote.styled(theme)
    case .editing(let words):
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

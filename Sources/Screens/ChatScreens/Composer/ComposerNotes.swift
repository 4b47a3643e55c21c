import TerminalScreen

/// The notes between a composer's destination and its text, one row each: who is told, quote, edit, files.
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

  /// How many a composer has: each frame asks.
  static func count(of composer: ComposerState) -> Int {
    (composer.telling == nil ? 0 : 1) + (composer.editing == nil ? 0 : 1) + (composer.leftEdit == nil ? 0 : 1)
      + (composer.quote == nil ? 0 : 1) + composer.files.count
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    // If not all fit, the last row says how many are missing; only what Enter is about to do is more important.
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
      return QuoteWords(author: quote.author, text: quote.text).styled(theme)
    case .editing(let words):
      var text = StyledText("✎ editing: ", theme.warning)
      text.append(StyledText(words, theme.quote, limit: columns))
      return text
    case .leftEdit(let words, _):
      var text = StyledText("✎ edit left: ", theme.quiet)
      text.append(StyledText(words, theme.quote, limit: columns))
      return text
    case .file(let upload):
      return FileWords(upload).styled(theme, columns: columns)
    }
  }
}

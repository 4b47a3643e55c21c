import ChatDomain
import DraftEngine
import FormattedText
import TerminalScreen

/// A message as lines, which are known before any of them is drawn. A class, so that storing and passing it copies nothing.
final class MessageBlock: Sendable {
  enum Line: Hashable {
    /// The name, if it is not beside the text.
    case name
    case quote
    /// A row of the text.
    case words(Int)
    /// The marks, if they do not fit beside the last row of the text.
    case marks
    /// A row of a reason of failure.
    case reason(Int, row: Int)
    case file(Int)
    /// The local path of a file.
    case place(String)
    /// A row of a file's picture.
    case picture(file: Int, row: Int)
    case reactions
    case thread
  }

  let shared: Shared<MessageRow>
  let columns: MessageColumns
  let rows: TextRows
  /// The mentions and links in the text.
  let spans: [MentionSpan]
  /// The looks of parts that are not plain.
  let looks: [ShownText.Run]
  /// The first column at which the longest line of code is shown to its end; 0 while no code is cut.
  let lastCodeColumn: Int
  let marks: MessageMarks
  /// Whether a placeholder replaces the text.
  let isPlaceholder: Bool
  /// The reasons why files or the message failed.
  let reasons: [TextRows]
  /// The files that are shown as pictures.
  let pictures: [Int: PictureRows]
  /// The lines before the text, and those after it.
  private let front: [Line]
  private let wordRows: Int
  private let rest: [Line]

  var row: MessageRow { shared.wrappedValue }

  init(_ shared: Shared<MessageRow>, _ columns: MessageColumns) {
    let row = shared.wrappedValue
    self.shared = shared
    self.columns = columns
    let message = row.message
    let isDeleted = message.isDeleted
    isPlaceholder = message.placeholder != nil
    let hasQuote = message.quoted != nil && !isDeleted
    let action = isPlaceholder || message.kind == .system ? nil : message.elements.action
    let said = action ?? message.elements
    let typed = row.showsMarks && message.kind == .regular ? said.typed : said
    let elements = typed.shown(withSigns: columns.showsSigns)
    let words =
      message.placeholder.map { [$0, row.advice].compactMap(\.self).joined(separator: "; ") } ?? elements.text
    let isPlain = isPlaceholder || message.kind == .system
    let subject = action == nil ? nil : ActionSubject(message.author)
    let formatted =
      isPlain || row.showsMarks
      ? nil
      : FormattedWords(
        elements, words, columns: columns.wordsWidth, indent: subject?.columns ?? 0,
        codeColumn: row.codeColumn)
    let text = (subject?.text ?? "") + (formatted?.text ?? words)
    looks = subject.map { $0.looks(before: formatted?.looks ?? []) } ?? formatted?.looks ?? []
    lastCodeColumn = formatted?.lastCodeColumn ?? 0
    let spans = isPlain ? [] : formatted?.spans ?? elements.spansWithAddresses
    self.spans = subject.map { $0.spans(before: spans) } ?? spans
    let rows = TextRows(text, columns: columns.wordsWidth)
    let files = isDeleted ? 0 : max(row.uploads.count, message.files.count)
    let hasWords = !(text.isEmpty && (hasQuote || files > 0))
    // The marks are beside the last row of the text if they fit, if need be with readers counted; otherwise in a row of their own.
    let marks = MessageMarks(row)
    var fitting: MessageMarks? = marks.isEmpty ? marks : nil
    if fitting == nil, hasWords {
      let room = columns.wordsWidth - rows.width(ofRow: rows.count - 1) - 2
      fitting = [marks, MessageMarks(row, namesReaders: false)].first { $0.width <= room }
    }
    self.marks = fitting ?? marks
    self.rows = rows
    wordRows = hasWords ? rows.count : 0

    var front: [Line] = []
    if row.showsName, !columns.fits(row.shownName) { front.append(.name) }
    if hasQuote { front.append(.quote) }
    self.front = front

    var rest: [Line] = []
    var pictures: [Int: PictureRows] = [:]
    var reasons: [TextRows] = []
    func addReason(_ words: String) {
      let rows = TextRows("! " + FirstWords.line(of: words), columns: columns.wordsWidth)
      rest += (0..<min(rows.count, Self.mostReasonRows)).map { .reason(reasons.count, row: $0) }
      reasons.append(rows)
    }
    if fitting == nil { rest.append(.marks) }
    for file in 0..<files {
      rest.append(.file(file))
      if file < row.uploads.count, let failure = row.uploads[file].failure,
        !row.uploads[file].fitsWithFailure(columns: columns.wordsWidth)
      {
        addReason(failure)
      }
      if row.places.indices.contains(file), let place = row.places[file] { rest.append(.place(place)) }
      if row.pictures.indices.contains(file), let state = row.pictures[file] {
        let picture = PictureRows(state, columns: columns.wordsWidth)
        pictures[file] = picture
        rest += (0..<picture.count).map { Line.picture(file: file, row: $0) }
      }
    }
    self.pictures = pictures
    if let failure = row.failure { addReason(failure) }
    self.reasons = reasons
    if !isDeleted, !message.reactions.isEmpty { rest.append(.reactions) }
    if row.thread != nil { rest.append(.thread) }
    self.rest = rest
  }

  static let mostReasonRows = 4

  /// The number of its lines.
  var height: Int { front.count + wordRows + rest.count }

  /// Whether the time is at the end of the text, because nothing above or before it shows it.
  var hasTimeAtEnd: Bool { columns.isCosy && !row.showsName && !row.time.isEmpty }

  /// The contents of one of its lines.
  func line(_ index: Int) -> Line {
    if index < front.count { return front[index] }
    let index = index - front.count
    return index < wordRows ? .words(index) : rest[index - wordRows]
  }

  /// Whether the time is beside a file: the last one, if there is no text.
  func hasTime(besideFile file: Int) -> Bool {
    hasTimeAtEnd && wordRows == 0 && !rest.contains(.marks) && !rest.contains(.file(file + 1))
  }

  /// Whether the marks are beside a row of the text.
  func hasMarks(besideRow row: Int) -> Bool { row == wordRows - 1 && !rest.contains(.marks) }
}

extension MessageRow {
  /// The shown name; the reader's own is "you".
  var shownName: String { isOwn ? "you" : message.author.displayName }
  /// Whether the name is shown: only above the first of several messages in a row, not for system messages, and not for actions,
  /// whose text contains the name.
  var showsName: Bool {
    !isGrouped && message.kind == .regular && (message.placeholder != nil || !message.elements.isAction)
  }
}

/// The beginning of a text that says what its author does: "* Ben ".
private struct ActionSubject {
  let text: String
  private let name: Range<Int>

  init(_ author: User) {
    let name = FirstWords.line(of: author.displayName)
    text = "* \(name) "
    self.name = 2..<2 + name.utf8.count
  }

  /// The columns that it takes.
  var columns: Int { StyledText(text, .plain).width }

  func looks(before looks: [ShownText.Run]) -> [ShownText.Run] {
    let own = [(0..<1, ShownText.Look.sign), (name, .bold)].map {
      ShownText.Run(range: $0.0, look: $0.1, code: nil)
    }
    return own + looks.map { $0.moved(by: text.utf8.count) }
  }

  func spans(before spans: [MentionSpan]) -> [MentionSpan] {
    let length = text.utf8.count
    return spans.map { MentionSpan($0.range.lowerBound + length..<$0.range.upperBound + length, $0.target) }
  }
}

extension TextRows {
  /// The columns of a row, without trailing blanks.
  func width(ofRow row: Int) -> Int {
    var width = 0
    walk(row) { _, column, glyphs in
      guard column < rule.columns else { return false }
      if glyphs.contains(where: { !$0.isSpace }) { width = column + glyphs.width }
      return true
    }
    return width
  }
}

/// A picture among the lines of a message. If its size is known, its rows are reserved before it is loaded, so that nothing
/// moves when it appears.
struct PictureRows: Hashable, Sendable {
  let count: Int
  private let picture: Picture?
  private let blocks: HalfBlocks?
  private let failure: String?

  private static let most = Size(columns: 40, rows: 12)

  /// - Parameter columns: the columns of the text.
  init(_ state: PictureState, columns: Int) {
    var room = Self.most
    room.columns = max(1, min(room.columns, columns))
    if let size = state.size { room = HalfBlocks.size(ofWidth: size.width, height: size.height, in: room) }
    blocks = state.picture.map { HalfBlocks($0, in: room) }
    picture = state.picture
    failure = state.failure
    count = state.size == nil ? blocks?.size.rows ?? 1 : room.rows
  }

  /// Draws one of its rows from the first column of a part.
  func draw(_ row: Int, in rect: Rect, on canvas: inout Canvas) {
    canvas.put(self.row(row, canvas.theme), in: rect)
    guard let picture, let size = blocks?.size, row < size.rows else { return }
    let whole = Rect(column: rect.column, row: rect.row - row, columns: size.columns, rows: size.rows)
    canvas.place(PlacedPicture(picture, in: whole, clip: rect, on: canvas.theme.text))
  }

  func row(_ row: Int, _ theme: Theme) -> StyledText {
    if let blocks { return blocks.row(row, on: theme.text) }
    guard row == 0 else { return StyledText() }
    return StyledText(failure.map { "no picture: \(FirstWords.line(of: $0))" } ?? "…", theme.quiet)
  }
}

/// The columns of a timeline. In a compact one, time, name and text are side by side; if that leaves too little for the text, the
/// name has its own line above it, as it always has in a cosy one.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// Whether names and times are above the text.
  let isCosy: Bool
  /// The width of names, with the blank after them; 0 if a name has its own line.
  let name: Int
  /// Whether a wider name is cut; otherwise it has its own line.
  let cutsNames: Bool
  let showsTime: Bool
  /// The width of times, with the blank after them.
  let time: Int
  /// Whether mentions are drawn with their `@` or `#`, because no colour marks them.
  let showsSigns: Bool

  init(width: Int, _ layout: MessageLayout, showsSigns: Bool) {
    self.width = width
    self.showsSigns = showsSigns
    isCosy = layout.density == .cosy
    time = layout.timeWidth + 1
    showsTime = width >= 30 && !isCosy
    cutsNames = layout.nameWidth != nil
    name =
      switch width {
      case _ where isCosy: 0
      // The text needs most of the room, even if wider names are wanted.
      case 50...: layout.nameWidth.map { min($0 + 1, width / 3) } ?? (width >= 80 ? 16 : 13)
      default: 0
      }
  }

  /// The column where a name begins, after the column for marks and the time, or a blank.
  var nameColumn: Int { PaneLayout.inset + (showsTime ? time : isCosy ? 1 : 0) }
  var wordsColumn: Int { nameColumn + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }

  /// Whether a name fits beside the text.
  func fits(_ shownName: String) -> Bool {
    guard name > 0 else { return false }
    return cutsNames || ScreenText(shownName, limit: name + 1).width < name
  }
}

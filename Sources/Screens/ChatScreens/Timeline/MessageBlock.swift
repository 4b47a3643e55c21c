import ChatDomain
import DraftEngine
import FormattedText
import TerminalScreen

/// A message as lines, which are known before any of them is drawn. A class, so that identity tells whether a line is the
/// one that was drawn before.
final class MessageBlock: Sendable {
  enum Line: Hashable {
    /// The name, where it is not beside the words.
    case name
    case quote
    /// A row of the words.
    case words(Int)
    /// The marks, if they do not fit beside the last row of the words.
    case marks
    case failure
    case file(Int)
    /// Where a file is on this computer.
    case place(String)
    /// A row of a file's picture.
    case picture(file: Int, row: Int)
    case reactions
    case thread
  }

  let shared: Shared<MessageRow>
  let columns: MessageColumns
  let rows: TextRows
  /// What in the words leads somewhere.
  let spans: [MentionSpan]
  /// Where the words do not look plain.
  let looks: [ShownText.Run]
  /// The first column at which the longest line of code is shown to its end; 0 while no code is cut.
  let lastCodeColumn: Int
  /// Whether the words are replaced by a note why there are none.
  let isPlaceholder: Bool
  /// Whether its lines can be moved by copying cells. With links or pictures they cannot: the frame lists those, too.
  let isMovable: Bool
  /// The files that are shown as pictures.
  let pictures: [Int: PictureRows]
  /// The lines before the words, and those after them.
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
    let said = row.showsMarks && message.kind == .regular ? message.elements.typed : message.elements
    let elements = said.shown(withSigns: columns.showsSigns)
    let words = message.placeholder ?? elements.text
    let isPlain = isPlaceholder || message.kind == .system
    let formatted =
      isPlain || row.showsMarks
      ? nil
      : FormattedWords(
        elements, words, columns: columns.wordsWidth, codeColumn: row.codeColumn)
    let text = formatted?.text ?? words
    looks = formatted?.looks ?? []
    lastCodeColumn = formatted?.lastCodeColumn ?? 0
    spans = isPlain ? [] : formatted?.spans ?? elements.spansWithAddresses
    rows = TextRows(text, TextRows.Rule(columns: columns.wordsWidth, overhang: .max))
    let files = isDeleted ? 0 : max(row.uploads.count, message.files.count)
    wordRows = text.isEmpty && (hasQuote || files > 0) ? 0 : rows.count

    var front: [Line] = []
    if row.showsName, !columns.fits(row.shownName) { front.append(.name) }
    if hasQuote { front.append(.quote) }
    self.front = front

    var rest: [Line] = []
    var pictures: [Int: PictureRows] = [:]
    let marks = MessageMarks(row)
    if !marks.isEmpty,
      wordRows == 0 || rows.width(ofRow: rows.count - 1) + 2 + marks.width > columns.wordsWidth
    {
      rest.append(.marks)
    }
    for file in 0..<files {
      rest.append(.file(file))
      if row.places.indices.contains(file), let place = row.places[file] { rest.append(.place(place)) }
      if row.pictures.indices.contains(file), let state = row.pictures[file] {
        let picture = PictureRows(state, columns: columns.wordsWidth)
        pictures[file] = picture
        rest += (0..<picture.count).map { Line.picture(file: file, row: $0) }
      }
    }
    self.pictures = pictures
    isMovable = pictures.isEmpty && !spans.contains { $0.target.isLink }
    if row.failure != nil { rest.append(.failure) }
    if !isDeleted, !message.reactions.isEmpty { rest.append(.reactions) }
    if row.thread != nil { rest.append(.thread) }
    self.rest = rest
  }

  /// The number of its lines.
  var height: Int { front.count + wordRows + rest.count }

  /// Whether the time stands at the end of what was said: nothing above or before it has it.
  var hasTimeAtEnd: Bool { columns.isCosy && !row.showsName && !row.time.isEmpty }

  /// The contents of one of its lines.
  func line(_ index: Int) -> Line {
    if index < front.count { return front[index] }
    let index = index - front.count
    return index < wordRows ? .words(index) : rest[index - wordRows]
  }

  /// Whether the time stands beside a file: the last one, where there are no words for it.
  func hasTime(besideFile file: Int) -> Bool {
    hasTimeAtEnd && wordRows == 0 && !rest.contains(.marks) && !rest.contains(.file(file + 1))
  }

  /// Whether the marks are beside a row of the words.
  func hasMarks(besideRow row: Int) -> Bool { row == wordRows - 1 && !rest.contains(.marks) }
}

extension [MessageElement] {
  /// As they are drawn.
  ///
  /// - Parameter withSigns: whether an `@` stands before the names of people and a `#` before those of channels.
  fileprivate func shown(withSigns: Bool) -> [MessageElement] {
    guard contains(where: { $0.target != nil }) else { return self }
    return (withSigns ? self.withSigns : self).withHiddenAddresses
  }

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
  /// Whether it is an address, to which terminals may lead.
  fileprivate var isLink: Bool {
    if case .url = self { true } else { false }
  }

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
  /// Only the first of several messages in a row has a name, and what nobody said has none.
  var showsName: Bool { !isGrouped && message.kind == .regular }
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

  /// - Parameter columns: those of the words.
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

import ChatDomain
import DraftEngine
import TerminalScreen

/// Draws the lines of one message, each on request.
struct MessagePane {
  let block: MessageBlock
  let isSelected: Bool
  let isFound: Bool

  private var row: MessageRow { block.row }

  /// - Parameter rect: a whole row of the timeline.
  func draw(_ index: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var words = rect
    _ = words.takeLeft(block.columns.wordsColumn)
    if index == 0 { drawHead(in: rect, on: &canvas) }
    switch block.line(index) {
    case .name: break
    case .words(let number): drawWords(number, in: words, on: &canvas)
    case .marks:
      // A mark for which there is no room is left out, the least important first.
      canvas.putRow(StyledText(), right: marks(besideWords: 0, theme, columns: words.columns), in: words)
    case .quote:
      if let quoted = row.message.quoted {
        canvas.putRow(
          ComposerState.QuoteLine(
            author: quoted.namesAuthor ? "" : row.quotesReader ? "you" : quoted.author.displayName,
            text: quoted.shownText()
          ).styled(theme), in: words)
      }
    case .reason(let number, let row):
      let reason = block.reasons[number]
      var rest = reason.styled(row, theme.error).withoutBlanksAtEnd
      if row == MessageBlock.mostReasonRows - 1, row < reason.count - 1 { rest.append("…", theme.error) }
      canvas.putRow(rest, in: words)
    case .file(let number):
      let upload = file(number)
      let name = upload.styled(
        theme, columns: words.columns, showsFailure: upload.fitsWithFailure(columns: words.columns))
      let time = block.hasTime(besideFile: number) ? marks(besideWords: name.width, theme) : StyledText()
      canvas.putRow(name, right: time, in: words)
    case .place(let path):
      canvas.putRow(PlaceWords(path: path).styled(theme, columns: words.columns), in: words)
    case .picture(let file, let number):
      block.pictures[file]?.draw(number, in: words, on: &canvas)
    case .reactions: canvas.putRow(reactions(theme), in: words)
    case .thread:
      canvas.putRow(ThreadWords(thread: row.thread).styled(theme, columns: words.columns), in: words)
    }
    drawMark(in: rect, on: &canvas)
  }

  /// Draws the time, and the name in its column or on its own line.
  private func drawHead(in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var rest = rect
    _ = rest.takeLeft(PaneLayout.inset)
    if block.columns.showsTime {
      var time = rest.takeLeft(block.columns.time)
      _ = time.takeRight(1)
      canvas.putRow(StyledText(), right: StyledText(row.time, theme.quiet), in: time)
    }
    guard row.showsName else { return }
    let style = row.isOwn ? theme.ownName : theme.name(of: row.message.author.id.rawValue)
    let name = StyledText(row.shownName, style)
    guard !block.columns.isCosy else {
      _ = rest.takeLeft(block.columns.nameColumn - PaneLayout.inset)
      let time = StyledText(row.time, theme.quiet)
      var heading = name.truncated(to: max(0, rest.columns - time.width - 2))
      heading.append("  ", theme.quiet)
      heading.append(time)
      return canvas.put(heading, in: rest)
    }
    let room = block.line(0) == .name ? rest.columns : block.columns.name - 1
    canvas.put(name.truncated(to: room), in: rest)
  }

  private func drawWords(_ number: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let isQuiet = block.isPlaceholder || row.message.kind == .system
    let plain = isQuiet ? theme.quote : theme.text
    var spans = spans(ofRow: number, on: &canvas)
    if !block.looks.isEmpty {
      spans = block.looks.styles(in: block.rows.range(of: number), spans, plain, theme)
    }
    let isCovered = !isSelected && block.looks.hasSpoilers
    if isCovered || !block.rows.drawPrintableASCII(number, plain, spans, in: rect, on: &canvas.grid) {
      var words = block.rows.styled(number, plain, spans)
      if isCovered { words = block.rows.hidingSpoilers(number, block.looks, words) }
      canvas.put(words, in: rect)
    }
    if theme.boxesCode {
      let ticks = block.rows.tickColumns(number, block.looks, inSpoilers: !isCovered)
      for column in ticks where column < rect.columns {
        canvas.put(StyledText(.blank, theme.code.over(plain)), at: column, in: rect)
      }
    }
    guard block.hasMarks(besideRow: number) else { return }
    let width = block.hasTimeAtEnd ? block.rows.width(ofRow: number) : 0
    let text = marks(besideWords: width, theme)
    canvas.put(text, at: max(0, rect.columns - text.width), in: rect)
  }

  /// The marks, and the time if it is at the end. The time never gets its own line, so that the height does not depend on its
  /// text.
  ///
  /// - Parameter width: the columns of the text before them.
  private func marks(besideWords width: Int, _ theme: Theme, columns: Int = .max) -> StyledText {
    let marks = block.marks.styled(theme, columns: columns)
    guard block.hasTimeAtEnd else { return marks }
    var whole = marks
    whole.join(StyledText(row.time, theme.quiet), theme.quiet)
    return width + 2 + whole.width <= block.columns.wordsWidth ? whole : marks
  }

  /// The mentions and links that are partly in a row.
  private func spans(ofRow number: Int, on canvas: inout Canvas) -> [StyledSpan] {
    let range = block.rows.range(of: number)
    let first = block.spans.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return block.spans[first...].prefix { $0.range.lowerBound < range.upperBound }.map { canvas.styled($0) }
  }

  private func file(_ number: Int) -> UploadLine {
    if number < row.uploads.count { return row.uploads[number] }
    let file = row.message.files[number]
    return UploadLine(name: file.title, size: file.toldSize)
  }

  private func reactions(_ theme: Theme) -> StyledText {
    var line = StyledText()
    for reaction in row.message.reactions.prefix(40) {
      var one = StyledText(reaction.name, theme.text, limit: 24)
      one.append(" \(reaction.users.count)", theme.quiet)
      line.join(one, with: "  ", theme.text)
    }
    return line
  }

  /// Marks a selected or found message, or one that mentions the reader, in the column at the left.
  private func drawMark(in rect: Rect, on canvas: inout Canvas) {
    if isSelected {
      canvas.put(StyledText("▌", canvas.theme.marker), in: rect)
      canvas.restyleWords(in: rect) { [theme = canvas.theme] in theme.chosen($0) }
    } else if isFound {
      canvas.put(StyledText("▸", canvas.theme.marker), in: rect)
    } else if row.mentionsReader {
      canvas.put(
        StyledText("▎", Style(canvas.theme.readerMentioned.foreground).over(canvas.theme.text)), in: rect)
    }
  }
}

/// The local path of a file, in one line.
struct PlaceWords {
  let path: String

  /// If there is too little room the beginning is left out, because the name at the end is more useful.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    var line = StyledText("→ ", theme.quiet)
    let words = StyledText(line: path, theme.quiet, limit: .max)
    let room = max(1, columns - line.width)
    guard words.width > room else {
      line.append(words)
      return line
    }
    line.append("…", theme.quiet)
    line.append(words.dropping(columns: words.width - room + 1))
    return line
  }
}

/// The line under a message with replies.
struct ThreadWords {
  let thread: MessageRow.ThreadLine?

  /// The last replier is left out if there is otherwise no room for the draft.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    let whole = styled(theme, withLast: true)
    return whole.width <= columns || thread?.hasDraft != true ? whole : styled(theme, withLast: false)
  }

  private func styled(_ theme: Theme, withLast: Bool) -> StyledText {
    guard let thread else { return StyledText() }
    var parts = StyledText()
    if thread.replyCount > 0 {
      parts.append(counted(thread.replyCount, "reply", "replies"), theme.thread)
    }
    let last = [thread.lastAuthor, thread.lastTime].compactMap { $0 }
    if withLast, !last.isEmpty {
      parts.join(
        StyledText("last " + FirstWords.line(of: last.joined(separator: " ")), theme.quiet, limit: 60),
        theme.quiet)
    }
    if thread.hasDraft { parts.join(StyledText("✎ draft", theme.draft), theme.quiet) }
    var line = StyledText("↳ ", theme.thread)
    line.append(parts)
    return line
  }
}

/// The marks at the right of a message: from a thread, pinned, edited, its pending work on this device, and who read it.
struct MessageMarks: Hashable, Sendable {
  private let quiet: [String]
  private let failed: String?
  /// The people who read the message; this mark is left out first.
  private let readers: String?

  /// - Parameter namesReaders: whether readers have their names, if there are few; otherwise they are counted.
  init(_ row: MessageRow, namesReaders: Bool = true) {
    var quiet: [String] = []
    if row.isInClear { quiet.append("not encrypted") }
    if let mark = row.message.encryptionNote?.mark { quiet.append(mark) }
    if row.isFromThread { quiet.append("↳ thread") }
    if row.isPinned, row.delay?.work != .pinning { quiet.append("pinned") }
    if row.message.editedAt != nil, !row.message.isDeleted { quiet.append("edited") }
    let state = row.message.localState
    if let delay = row.delay {
      quiet.append("\(Self.words(for: delay.work)) in \(delay.seconds) s")
      if let key = delay.key { quiet.append("\(FirstWords.line(of: key)) undoes") }
    } else if let state, !state.isFailed {
      quiet.append(Self.words(for: state))
    }
    readers = row.readers.isEmpty ? nil : Self.words(for: row.readers, named: namesReaders)
    let key = row.retryKey.map { "  " + FirstWords.line(of: $0) } ?? ""
    failed = state.flatMap { $0.isFailed ? Self.words(for: $0) + key : nil }
    self.quiet = quiet
  }

  var isEmpty: Bool { quiet.isEmpty && failed == nil && readers == nil }
  var width: Int {
    let words = quiet + [readers, failed].compactMap(\.self)
    return words.reduce(0) { $0 + ScreenText($1).width } + max(0, words.count - 1) * 3
  }

  /// As many of the marks as fit: readers are left out first, then the others from the start.
  func styled(_ theme: Theme, columns: Int = .max) -> StyledText {
    let hasReaders = width <= columns || quiet.isEmpty && failed == nil
    var words = (quiet + (hasReaders ? [readers].compactMap(\.self) : [])).map { StyledText($0, theme.quiet) }
    if let failed { words.append(StyledText(failed, theme.error)) }
    var room = columns
    let shown = words.reversed().prefix {
      room -= $0.width
      defer { room -= ScreenText.dot.width }
      return room >= 0
    }
    var text = StyledText()
    for word in shown.reversed() { text.join(word, theme.quiet) }
    return text
  }

  /// The maximum number of columns for readers' names.
  private static let namesWidth = 16

  /// Describes readers in words, because a sign and a number would look like a reaction.
  private static func words(for readers: [String], named: Bool) -> String {
    let names = readers.map { FirstWords.line(of: $0) }.joined(separator: ", ")
    if named, readers.count <= 2, ScreenText(names).width <= namesWidth { return "read by \(names)" }
    return "read by \(readers.count)"
  }

  private static func words(for work: MessageRow.Delay.Work) -> String {
    switch work {
    case .deleting: "deleting"
    case .pinning: "pinning"
    case .unpinning: "unpinning"
    }
  }

  private static func words(for state: LocalMessageState) -> String {
    switch state {
    case .pendingSend: "queued"
    case .sending: "sending…"
    case .sendingFailed: "! failed"
    case .pendingSync: "edit queued"
    case .syncing: "editing…"
    case .syncingFailed: "! edit failed"
    case .deleting: "deleting…"
    case .deletingFailed: "! not deleted"
    }
  }
}

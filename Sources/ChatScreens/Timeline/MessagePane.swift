import ChatDomain
import DraftEngine
import TerminalScreen

/// Draws the lines of one message, each on request.
struct MessagePane {
  let block: MessageBlock
  let isSelected: Bool

  init(_ block: MessageBlock, isSelected: Bool) {
    self.block = block
    self.isSelected = isSelected
  }

  private var row: MessageRow { block.row }

  /// - Parameter rect: a whole row of the timeline.
  func draw(_ index: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var words = rect
    _ = words.takeLeft(block.columns.wordsColumn)
    if index == 0 { drawHead(in: rect, on: &canvas) }
    let indent = index == 0 ? block.indent : 0
    switch block.line(index) {
    case .words(let number): drawWords(number, in: words, on: &canvas)
    case .marks: canvas.putRow(StyledText(), right: MessageMarks(row).styled(theme), in: words)
    case .quote:
      _ = words.takeLeft(indent)
      if let quoted = row.message.quoted {
        canvas.putRow(
          QuoteWords(
            author: row.quotesReader ? "you" : quoted.author.displayName,
            text: quoted.elements.text(upTo: 512)
          ).styled(theme),
          in: words)
      }
    case .failure:
      canvas.putRow(StyledText("! " + FirstWords.line(of: row.failure ?? ""), theme.error), in: words)
    case .file(let number):
      _ = words.takeLeft(indent)
      canvas.putRow(file(number).styled(theme, columns: words.columns), in: words)
    case .reactions: canvas.putRow(reactions(theme), in: words)
    case .thread: canvas.putRow(ThreadWords(row.thread).styled(theme, columns: words.columns), in: words)
    }
    drawMark(in: rect, on: &canvas)
  }

  /// Time and name, before the first line.
  private func drawHead(in rect: Rect, on canvas: inout Canvas) {
    guard !row.isGrouped else { return }
    let theme = canvas.theme
    var rest = rect
    _ = rest.takeLeft(PaneLayout.inset)
    if block.columns.showsTime {
      var time = rest.takeLeft(block.columns.time)
      _ = time.takeRight(1)
      canvas.putRow(StyledText(), right: StyledText(row.time, theme.quiet), in: time)
    }
    guard row.message.kind == .regular else { return }
    let style = row.isOwn ? theme.ownName : theme.name(of: row.message.author.id.rawValue)
    let most = block.columns.name > 0 ? block.columns.name - 1 : block.columns.mostForName
    canvas.put(StyledText(row.shownName, style).truncated(to: most), in: rest)
  }

  private func drawWords(_ number: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let isQuiet = block.isDeleted || row.message.kind == .system
    let plain = isQuiet ? theme.quote : theme.text
    let spans = spans(ofRow: number, on: &canvas)
    var text = block.rows.styled(number, plain, spans)
    if number == 0, block.rows.rule.indent > 0 {
      // The text in the place of the indent was drawn with the head.
      var rest = rect
      _ = rest.takeLeft(block.rows.rule.indent)
      canvas.put(text, in: rest)
    } else {
      canvas.put(text, in: rect)
    }
    guard block.hasMarks(besideRow: number) else { return }
    text = MessageMarks(row).styled(theme)
    canvas.put(text, at: max(0, rect.columns - text.width), in: rect)
  }

  /// What leads somewhere and is partly in a row.
  private func spans(ofRow number: Int, on canvas: inout Canvas) -> [StyledSpan] {
    let range = block.rows.range(of: number)
    let first = block.spans.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return block.spans[first...].prefix { $0.range.lowerBound < range.upperBound }.map { canvas.styled($0) }
  }

  private func file(_ number: Int) -> FileWords {
    if number < row.uploads.count { return FileWords(row.uploads[number]) }
    let file = row.message.files[number]
    return FileWords(name: file.name, size: file.size)
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

  /// The column at the left says which message is chosen, and which ones mention you.
  private func drawMark(in rect: Rect, on canvas: inout Canvas) {
    if isSelected {
      canvas.put(StyledText("▌", canvas.theme.marker), in: rect)
      canvas.grid.restyle(rect) { style in canvas.theme.chosen.over(style) }
    } else if row.mentionsReader {
      canvas.put(StyledText("@", canvas.theme.readerMentioned), in: rect)
    }
  }
}

extension [MessageElement] {
  /// The words up to some length, so that a long message is not joined completely for one line.
  func text(upTo most: Int) -> String {
    var text = ""
    for element in self {
      guard text.utf8.count < most else { break }
      text += element.text.prefix(most)
    }
    return text
  }
}

import ChatDomain
import DraftEngine
import TerminalScreen

/// Draws the lines of one message, each on request.
struct MessagePane {
  let block: MessageBlock
  let isSelected: Bool
  let isFound: Bool

  init(_ block: MessageBlock, isSelected: Bool, isFound: Bool = false) {
    self.block = block
    self.isSelected = isSelected
    self.isFound = isFound
  }

  private var row: MessageRow { block.row }

  /// - Parameter rect: a whole row of the timeline.
  func draw(_ index: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var words = rect
    _ = words.takeLeft(block.columns.wordsColumn)
    if index == block.headLine { drawHead(in: rect, on: &canvas) }
    switch block.line(index) {
    case .gap: return
    case .name: break
    case .words(let number): drawWords(number, in: words, on: &canvas)
    case .marks: canvas.putRow(StyledText(), right: MessageMarks(row).styled(theme), in: words)
    case .quote:
      if let quoted = row.message.quoted {
        canvas.putRow(
          QuoteWords(
            author: row.quotesReader ? "you" : quoted.author.displayName, text: quoted.shownText()
          ).styled(theme), in: words)
      }
    case .failure:
      canvas.putRow(StyledText("! " + FirstWords.line(of: row.failure ?? ""), theme.error), in: words)
    case .file(let number):
      canvas.putRow(file(number).styled(theme, columns: words.columns), in: words)
    case .place(let path): canvas.putRow(PlaceWords(path).styled(theme, columns: words.columns), in: words)
    case .picture(let file, let number):
      block.pictures[file]?.draw(number, in: words, on: &canvas)
    case .reactions: canvas.putRow(reactions(theme), in: words)
    case .thread: canvas.putRow(ThreadWords(row.thread).styled(theme, columns: words.columns), in: words)
    }
    drawMark(in: rect, on: &canvas)
  }

  /// The time, and the name in its column or in a line of its own.
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
    canvas.put(StyledText(row.shownName, style).truncated(to: rest.columns), in: rest)
  }

  private func drawWords(_ number: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let isQuiet = block.isPlaceholder || row.message.kind == .system
    let plain = isQuiet ? theme.quote : theme.text
    var spans = spans(ofRow: number, on: &canvas)
    if !block.looks.isEmpty {
      spans = block.looks.styles(in: block.rows.range(of: number), spans, plain, theme)
    }
    var words = block.rows.styled(number, plain, spans)
    if !isSelected { words = block.rows.hidingSpoilers(number, block.looks, words) }
    canvas.put(words, in: rect)
    guard block.hasMarks(besideRow: number) else { return }
    let text = MessageMarks(row).styled(theme)
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
    return FileWords(name: file.title, size: file.size)
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

  /// The column at the left says which message is chosen, which one was found, and which ones mention you.
  private func drawMark(in rect: Rect, on canvas: inout Canvas) {
    if isSelected {
      canvas.put(StyledText("▌", canvas.theme.marker), in: rect)
      canvas.restyleWords(in: rect) { [chosen = canvas.theme.chosen] in chosen.over($0) }
    } else if isFound {
      canvas.put(StyledText("▸", canvas.theme.marker), in: rect)
    } else if row.mentionsReader {
      canvas.put(StyledText("@", canvas.theme.readerMentioned), in: rect)
    }
  }
}

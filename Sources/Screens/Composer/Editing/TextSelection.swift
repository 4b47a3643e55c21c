import ChatDomain
import DraftEngine

/// The selection in a draft: the text between the mark and the caret, or one mention as a whole.
nonisolated struct TextSelection: Hashable, Sendable {
  /// The text that the mark selects.
  enum Extent: Hashable, Sendable {
    /// The text between the mark and the caret.
    case region
    /// The text between the mark and the caret, including the Character at its end, as in vi's visual mode.
    case characters
    /// All lines from that of the mark to that of the caret.
    case lines
  }

  private(set) var extent = Extent.region
  /// The end of the region that is not the caret.
  private(set) var mark: Int?
  /// A mention selected by a first Backspace or Delete; the second one removes it.
  private(set) var mention: Range<Int>?
  /// Whether the mark was set by dragging the mouse.
  private var isDragged = false
  /// The text that the offsets belong to. Edits made elsewhere move the offsets.
  private var text = ""

  var isEmpty: Bool { mark == nil && mention == nil }

  /// The selected range; nil if nothing is selected.
  func range(toCaret caret: Int) -> Range<Int>? {
    if let mention { return mention }
    guard let mark, mark != caret else { return nil }
    return min(mark, caret)..<max(mark, caret)
  }

  mutating func setMark(at offset: Int, in text: String, extent: Extent = .region, isDragged: Bool = false) {
    mark = offset
    self.extent = extent
    self.isDragged = isDragged
    self.text = text
  }

  mutating func removeMark() {
    mark = nil
    extent = .region
  }

  /// A dragged selection ends with the next click. A region begun with a key is extended to the click.
  mutating func removeDraggedMark() {
    if isDragged { removeMark() }
  }

  mutating func select(mention: Range<Int>, in text: String) {
    removeMark()
    self.mention = mention
    self.text = text
  }

  mutating func deselectMention() { mention = nil }

  mutating func clear() {
    removeMark()
    mention = nil
  }

  /// Keeps the same text selected after an edit that was made elsewhere.
  mutating func follow(_ newText: String) {
    guard !isEmpty else { return }
    let mapping = PositionMapping(from: text, to: newText)
    mark = mark.map { mapping.map($0, side: .before) }
    mention = mention.map { mapping.map($0) }.flatMap { $0.isEmpty ? nil : $0 }
    text = newText
  }
}

nonisolated extension PositionMapping {
  /// The mapping between two texts when the edit itself is unknown.
  fileprivate init(from old: String, to new: String) {
    let base = DraftDocument(elements: [.plainText(text: old)])
    // In a merge in which one side has changed nothing, the other side's edits keep their places.
    let merge = DraftMerge(base: base, ours: base, theirs: DraftDocument(elements: [.plainText(text: new)]))
    self = merge.mapping
  }
}

/// State that an action leaves for the next one only.
nonisolated enum PreviousAction: Hashable {
  /// Nothing that the next action could continue.
  case other
  /// Killed text, which the next kill joins.
  case kill
  /// Inserted this entry of the kill ring; the text is in the range.
  case yank(Range<Int>, index: Int)
  /// Discarded the draft, which undo restores.
  indirect case discard(DiscardedDraft)
  /// Removed files, the last one at the end; undo restores them one by one.
  indirect case leaveOut([LeftOutFile])
  /// Inserted a suggestion with a blank after it, which ends at this offset.
  case insertBlank(before: Int)
}

/// A file that was removed from a draft or from the edit of a message.
nonisolated enum LeftOutFile: Hashable, Sendable {
  case file(InputFile)
  /// A file the service already has.
  case attachment(FileAttachment)
}

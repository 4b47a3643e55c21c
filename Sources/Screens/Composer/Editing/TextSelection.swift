import ChatDomain
import DraftEngine

/// What is selected in a draft: the text between the mark and the caret, or one mention as a whole.
nonisolated struct TextSelection: Hashable, Sendable {
  /// What the mark selects.
  enum Extent: Hashable, Sendable {
    /// The text between it and the caret.
    case region
    /// The same with the Character at the further end, as vi's visual mode does.
    case characters
    /// The lines of both ends, whole.
    case lines
  }

  private(set) var extent = Extent.region
  /// The end of the region that is not the caret.
  private(set) var mark: Int?
  /// A mention selected by a first Backspace or Delete; the second one removes it.
  private(set) var mention: Range<Int>?
  /// Whether the mark was set by dragging the mouse.
  private var isDragged = false
  /// The text in which the offsets are valid. Edits made elsewhere move them.
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

  /// A dragged selection ends with the next click. A region begun with a key goes on to where the user clicks.
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

/// What an action leaves for the one right after it. Every other action drops it.
nonisolated enum PreviousAction: Hashable {
  /// Nothing that the next action could continue.
  case other
  /// Killed text, which the next kill joins.
  case kill
  /// Inserted this entry of the kill ring; the text is in the range.
  case yank(Range<Int>, index: Int)
  /// Discarded the draft, which undo restores.
  indirect case discard(DiscardedDraft)
  /// Left out files, the last one last; undo restores them one by one.
  indirect case leaveOut([LeftOutFile])
  /// Inserted a suggestion with a blank after it, which ends at this offset.
  case insertBlank(before: Int)
}

/// A file that was taken off a draft or off a message that is being edited.
nonisolated enum LeftOutFile: Hashable, Sendable {
  case file(InputFile)
  /// A file the service already has.
  case attachment(FileAttachment)
}

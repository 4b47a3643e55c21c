public import TerminalScreen

/// The parts of a channel or a thread, from top to bottom. A part without room is empty.
public struct PaneLayout: Hashable, Sendable {
  /// The whole pane.
  let whole: Rect
  public private(set) var header: Rect
  public private(set) var timeline: Rect
  /// The line above the composer.
  public private(set) var rule: Rect
  /// The row with the destination, and who is typing.
  public private(set) var destination: Rect
  /// The rows of the notes above the draft: who is notified, the edit or quote, and the files.
  public private(set) var notes: Rect
  /// The rows of the draft.
  public private(set) var text: Rect
  public private(set) var preview: Rect

  /// The width in which the draft of a pane is laid out.
  static func composerWidth(in whole: Rect) -> Int { max(1, whole.columns - inset) }

  /// Divides a pane; its composer gets the requested rows as far as there is room.
  /// - Parameter isFocused: whether the composer has the caret, and so may take more rows.
  init(_ whole: Rect, textRows: Int, noteRows: Int, previewRows: Int, isFocused: Bool) {
    self.whole = whole
    var rest = whole
    header = rest.takeTop(whole.rows >= 6 ? 1 : 0)
    let ruleRows = whole.rows >= 7 ? 1 : 0
    let room = max(0, rest.rows - ruleRows - 1)
    let mostRows = max(1, min(isFocused ? Self.mostRows : Self.mostRowsAside, room / 2))
    let textRows = min(textRows, mostRows)
    // The timeline keeps three rows, or one in a low pane, before the preview and the notes get any.
    var spare = max(0, room - textRows - (whole.rows >= 10 ? 3 : 1))
    let previewRows = min(spare, previewRows, 3)
    spare -= previewRows
    let noteRows = min(noteRows, spare)

    preview = rest.takeBottom(previewRows)
    text = rest.takeBottom(textRows)
    notes = rest.takeBottom(noteRows)
    destination = rest.takeBottom(1)
    rule = rest.takeBottom(ruleRows)
    timeline = rest
    _ = header.takeLeft(Self.inset)
    _ = destination.takeLeft(Self.inset)
    _ = notes.takeLeft(Self.inset)
    _ = text.takeLeft(Self.inset)
    _ = preview.takeLeft(Self.inset)
  }

  /// The free column at the left, in which a timeline marks messages.
  static let inset = 1
  private static let mostRows = 10
  private static let mostRowsAside = 3
}

extension [Int] {
  /// Divides rows or columns among parts: none gets more than it needs, and those that get less get equal shares.
  func shares(of room: Int) -> [Int] {
    var shares = self
    var left = Swift.max(0, room)
    let order = indices.sorted { (self[$0], $0) < (self[$1], $1) }
    for (number, index) in order.enumerated() {
      shares[index] = Swift.min(self[index], left / (count - number))
      left -= shares[index]
    }
    return shares
  }
}

import TerminalScreen

/// The columns of a timeline: time, name and words beside each other. Where that leaves too little for the words, the
/// name has a line of its own above them; so has a name that is wider than its column, because no name is cut.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// The width of names, with the blank after them; 0 if a name has its own line.
  let name: Int
  let showsTime: Bool
  /// The width of times, with the blank after them.
  let time: Int

  /// - Parameter timeWidth: the width of a time.
  init(width: Int, timeWidth: Int) {
    self.width = width
    time = timeWidth + 1
    showsTime = width >= 30
    name =
      switch width {
      case 80...: 16
      case 50...: 12
      default: 0
      }
  }

  /// The column where a name begins, after the column for marks and the time.
  var nameColumn: Int { PaneLayout.inset + (showsTime ? time : 0) }
  var wordsColumn: Int { nameColumn + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }

  /// Whether a name can stand beside the words.
  func fits(_ shownName: String) -> Bool { ScreenText(shownName, limit: name + 1).width < name }
}

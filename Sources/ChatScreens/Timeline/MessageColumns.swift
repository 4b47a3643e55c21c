import TerminalScreen

/// The columns of a timeline: time, name and words beside each other, or name and words in one line.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// The width of names, with the blank after them; 0 if a name is in the line of the words.
  let name: Int
  let showsTime: Bool
  /// The width of times, with the blank after them.
  let time: Int
  /// Whether mentions are drawn with their `@` or `#`, because no colour tells them apart.
  let showsSigns: Bool

  /// - Parameter timeWidth: the width of a time.
  init(width: Int, timeWidth: Int, showsSigns: Bool) {
    self.width = width
    self.showsSigns = showsSigns
    time = timeWidth + 1
    showsTime = width >= 30
    name =
      switch width {
      case 100...: 16
      case 64...: 12
      case 46...: 8
      default: 0
      }
  }

  /// The column where the words begin, after the column for marks.
  var wordsColumn: Int { PaneLayout.inset + (showsTime ? time : 0) + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }
  /// The maximum width of a name in the line of the words.
  var mostForName: Int { min(16, wordsWidth / 2) }
}

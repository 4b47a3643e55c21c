import TerminalScreen

/// How a timeline of some width divides it: time, name and words beside each other, or name and words in one line.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// The columns of names, with the blank behind; 0 where a name stands in the line of the words.
  let name: Int
  let showsTime: Bool
  /// The columns of times, with the blank behind.
  let time: Int

  /// - Parameter timeWidth: the columns of a time.
  init(width: Int, timeWidth: Int) {
    self.width = width
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

  /// Where the words begin, behind the column for marks.
  var wordsColumn: Int { PaneLayout.inset + (showsTime ? time : 0) + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }
  /// The most that a name in the line of the words may take.
  var mostForName: Int { min(16, wordsWidth / 2) }
}

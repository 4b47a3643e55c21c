import TerminalScreen

/// The columns of a timeline. Where it is compact, time, name and words stand beside each other; if that leaves too little
/// for the words, the name has a line of its own above them. So it has where the timeline is cosy.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// Whether names and times stand above the words.
  let isCosy: Bool
  /// The width of names, with the blank after them; 0 if a name has its own line.
  let name: Int
  /// Whether a name that is wider is cut; otherwise it has a line of its own.
  let cutsNames: Bool
  let showsTime: Bool
  /// The width of times, with the blank after them.
  let time: Int
  /// Whether mentions are drawn with their `@` or `#`, because no colour tells them apart.
  let showsSigns: Bool

  init(width: Int, _ layout: MessageLayout, showsSigns: Bool) {
    self.width = width
    self.showsSigns = showsSigns
    isCosy = layout.density == .cosy
    time = layout.timeWidth + 1
    showsTime = width >= 30 && !isCosy
    cutsNames = layout.nameWidth != nil
    name =
      switch width {
      case _ where isCosy: 0
      // Whatever is wanted, the words need most of the room.
      case 50...: layout.nameWidth.map { min($0 + 1, width / 3) } ?? (width >= 80 ? 16 : 12)
      default: 0
      }
  }

  /// The column where a name begins, after the column for marks and the time, or a blank.
  var nameColumn: Int { PaneLayout.inset + (showsTime ? time : isCosy ? 1 : 0) }
  var wordsColumn: Int { nameColumn + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }

  /// Whether a name can stand beside the words.
  func fits(_ shownName: String) -> Bool {
    guard name > 0 else { return false }
    return cutsNames || ScreenText(shownName, limit: name + 1).width < name
  }
}

import ChatScreens

/// Emoji by name: reactions, and the list of all there are.
final class EmojiPanel: ListedPanel {
  typealias Emoji = (name: String, emoji: String)

  var panel: ListPanel<Int>
  private let table: [Emoji]
  private let candidates: [Candidate<Int>]
  private let choose: (Emoji) -> Void

  /// - Parameters:
  ///   - table: in the order in which they are shown while nothing is typed.
  ///   - choose: what is done with the one that is taken.
  init(title: String, table: [Emoji], choose: @escaping (Emoji) -> Void) {
    self.table = table
    self.choose = choose
    candidates = table.enumerated().map { index, entry in
      Candidate(PanelItem(index, PanelRow(entry.emoji + "  " + entry.name)), [entry.name])
    }
    panel = ListPanel(title: title, note: "no emoji of that name", hint: "Enter take")
    queryDidChange()
  }

  func queryDidChange() {
    panel.list.showFromStart(FuzzyMatch(panel.query).ranked(candidates, limit: 200))
  }

  func accept(_ id: Int) -> PanelOutcome {
    choose(table[id])
    return .close
  }
}

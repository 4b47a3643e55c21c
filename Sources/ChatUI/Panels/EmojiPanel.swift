import ChatScreens

/// Emoji by name: reactions, and the list of all there are.
final class EmojiPanel: ListedPanel {
  /// An emoji and what it is called; the first name is shown, and all of them find it.
  typealias Entry = (emoji: String, names: [String])

  var panel: ListPanel<Int>
  private let table: [Entry]
  private let candidates: [Candidate<Int>]
  private let choose: (Entry) -> Void

  /// - Parameters:
  ///   - table: in the order in which they are shown while nothing is typed.
  ///   - choose: what is done with the one that is taken.
  init(title: String, table: [Entry], choose: @escaping (Entry) -> Void) {
    self.table = table
    self.choose = choose
    candidates = table.enumerated().map { index, entry in
      Candidate(PanelItem(index, PanelRow(entry.emoji + "  " + (entry.names.first ?? ""))), entry.names)
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

import ChatScreens

/// A choice by name between things that are all known: an emoji, what to open of a message.
final class ChoicePanel<Value>: ListedPanel {
  /// What is chosen, its row, and what finds it.
  typealias Choice = (value: Value, row: PanelRow, names: [String])

  var panel: ListPanel<Int>
  private let choices: [Choice]
  private let candidates: [Candidate<Int>]
  private let choose: (Value) -> Void

  /// - Parameters:
  ///   - choices: in the order in which they are shown while nothing is typed.
  ///   - note: what is said when none has the name that was typed.
  ///   - choose: what is done with the one that is taken.
  init(
    title: String, keymap: Keymap, choices: [Choice], note: String, choose: @escaping (Value) -> Void
  ) {
    self.choices = choices
    self.choose = choose
    candidates = choices.enumerated().map { Candidate(PanelItem($0, $1.row), $1.names) }
    panel = ListPanel(
      title: title, note: note, hint: keymap.hint((.panel(.accept), "take it"), (.panel(.dismiss), "close")))
    queryDidChange()
  }

  func queryDidChange() {
    panel.list.showFromStart(FuzzyMatch(panel.query).ranked(candidates, limit: 200))
  }

  func accept(_ id: Int) -> PanelOutcome {
    choose(choices[id].value)
    return .close
  }
}

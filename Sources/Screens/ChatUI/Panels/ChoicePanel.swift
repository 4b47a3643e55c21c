import ChatScreens

/// A choice by name from a fixed list: an emoji, or what to open in a message.
final class ChoicePanel<Value>: ListPanel {
  /// A value, its row, and the names that it is matched by.
  typealias Choice = (value: Value, row: PanelRow, names: [String])

  var contents: ListContents<Int>
  var isStale = true
  private let choices: [Choice]
  private let candidates: [Candidate<Int>]
  private let choose: (Value) -> Void

  /// - Parameters:
  ///   - choices: in the order in which they are shown while the query is empty.
  ///   - note: the text shown when no name matches the query.
  ///   - choose: called with the chosen value.
  init(
    title: String, keymap: Keymap, choices: [Choice], note: String, choose: @escaping (Value) -> Void
  ) {
    self.choices = choices
    self.choose = choose
    candidates = choices.enumerated().map { Candidate(PanelItem($0, $1.row), $1.names) }
    contents = ListContents(
      title: title, note: note, hint: keymap.hint((.panel(.accept), "take it"), (.panel(.dismiss), "close")))
    refresh()
  }

  func items() -> [PanelItem<Int>] { FuzzyMatch(contents.query).ranked(candidates, limit: 200) }

  func accept(_ id: Int) -> PanelOutcome {
    choose(choices[id].value)
    return .close
  }
}

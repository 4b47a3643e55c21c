import ChatDomain
import ChatScreens

/// Sentences about a list or a question that was opened, changed or closed.
nonisolated enum PanelNarration {
  /// - Parameter back: the description of the place the user returns to.
  static func sentences(from old: PanelState?, to new: PanelState?, back: String) -> [String] {
    switch (old, new) {
    case (_, nil): old == nil ? [] : ["closed, back in \(back)"]
    case (.list(let old)?, .list(let new)?) where old.title == new.title: sentences(from: old, to: new)
    case (_, .list(let list)?): [opening(of: list)]
    case (_, .question(let question)?): old == new ? [] : [sentence(of: question)]
    case (_, .picture(let picture)?):
      old == new ? [] : [[picture.title, picture.note].joined(separator: ": ")]
    }
  }

  private static func sentence(of question: QuestionState) -> String {
    let answers = question.answers.map { "\($0.key): \($0.meaning)" }.joined(separator: ", ")
    return [question.title, question.text, answers].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func opening(of list: ListPanelState) -> String {
    [list.title + ":", chosen(in: list) ?? list.note ?? "nothing", list.hint.isEmpty ? "" : "(\(list.hint))"]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func sentences(from old: ListPanelState, to new: ListPanelState) -> [String] {
    guard let now = chosen(in: new) else {
      return new.note == old.note && old.rows.isEmpty ? [] : [new.note ?? "nothing"]
    }
    let before = chosen(in: old)
    if now == before { return [] }
    // Another query has other results, the first of which is selected.
    guard old.query == new.query || before == nil else {
      return ["\(counted(items(new), "row", "rows")): \(now)"]
    }
    return [now]
  }

  private static func items(_ list: ListPanelState) -> Int { list.rows.count { $0.kind == .item } }

  /// The selected row with its position, preceded by its heading if it is the first row under it.
  private static func chosen(in list: ListPanelState) -> String? {
    guard list.rows.indices.contains(list.selection), list.rows[list.selection].kind == .item else {
      return nil
    }
    let number = list.rows[...list.selection].count { $0.kind == .item }
    var words = "\(Spoken.sentence(of: list.rows[list.selection])), \(number) of \(items(list))"
    if list.selection > 0, list.rows[list.selection - 1].kind == .heading {
      words = "\(list.rows[list.selection - 1].text): \(words)"
    }
    return words
  }
}

import ChatScreens

/// What to say of a list or a question that came, changed or went.
nonisolated enum PanelNarration {
  /// - Parameter back: where one is without it.
  static func sentences(from old: PanelState?, to new: PanelState?, back: String) -> [String] {
    switch (old, new) {
    case (_, nil): old == nil ? [] : ["closed, back in \(back)"]
    case (.list(let old)?, .list(let new)?) where old.title == new.title: sentences(from: old, to: new)
    case (_, .list(let list)?): [opening(of: list)]
    case (_, .question(let question)?): old == new ? [] : [sentence(of: question)]
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
    // Another question has other answers, of which the first is chosen.
    guard old.query == new.query || before == nil else {
      return ["\(Spoken.count(items(new), "row", "rows")): \(now)"]
    }
    return [now]
  }

  private static func items(_ list: ListPanelState) -> Int { list.rows.count { $0.kind == .item } }

  /// The chosen row, under its heading where it is the first one there, and which one it is.
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

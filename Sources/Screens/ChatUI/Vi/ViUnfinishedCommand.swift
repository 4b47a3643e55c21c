/// What was typed of a command of vi's that is not complete.
nonisolated struct ViUnfinishedCommand {
  /// A larger one is typed by mistake.
  static let largestCount = 9999

  var register: Character?
  /// Before the operator, or without one.
  var count: Int?
  var operation: ViCommand?
  /// Behind the operator.
  var secondCount: Int?
  /// A command that needs one more Character: `f`, `r`, `"`.
  var waiting: ViCommand?
  var typed = ""

  var isEmpty: Bool { typed.isEmpty }

  /// Both counts are multiplied: `2d3w` deletes six words.
  var times: Int? {
    guard let count else { return secondCount }
    return min(count * (secondCount ?? 1), Self.largestCount)
  }
}

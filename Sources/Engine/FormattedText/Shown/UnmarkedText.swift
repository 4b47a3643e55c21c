/// A text without its marks, and its styles, for display in one line.
public struct UnmarkedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The ranges that are not plain, in order and without overlaps.
  public let runs: [ShownText.Run]

  /// - Parameters:
  ///   - text: the text.
  ///   - runs: the ranges that are not plain; parts beyond the end of the text are removed.
  public init(_ text: String, _ runs: [ShownText.Run] = []) {
    self.text = text
    let all = 0..<text.utf8.count
    self.runs = runs.compactMap { run in
      let range = run.range.clamped(to: all)
      return range.isEmpty ? nil : ShownText.Run(range: range, look: run.look, code: run.code)
    }
  }
}

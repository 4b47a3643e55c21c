/// The words of a text without its marks, and how they look, for places that have one line for them.
public struct UnmarkedText: Hashable, Sendable {
  /// The words.
  public let text: String
  /// Where they do not look plain, in order and apart.
  public let runs: [ShownText.Run]

  /// - Parameters:
  ///   - text: the words.
  ///   - runs: where they do not look plain; what is behind the words is left out.
  public init(_ text: String, _ runs: [ShownText.Run] = []) {
    self.text = text
    let all = 0..<text.utf8.count
    self.runs = runs.compactMap { run in
      let range = run.range.clamped(to: all)
      return range.isEmpty ? nil : ShownText.Run(range: range, look: run.look, code: run.code)
    }
  }
}

/// A notice to the user in the last line.
public nonisolated struct Notice: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case quiet, good, warning, error }

  public var text: String
  public var tone: Tone

  public init(_ text: String, _ tone: Tone = .quiet) {
    self.text = text
    self.tone = tone
  }
}

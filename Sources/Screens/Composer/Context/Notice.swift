/// A notice to the user in the last line. It begins with a capital and has no full stop at its end, also where it is the
/// reason of an error, which follows a colon elsewhere.
public nonisolated struct Notice: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case quiet, good, warning, error }

  public let text: String
  public let tone: Tone

  public init(_ text: String, _ tone: Tone = .quiet) {
    let words = text.hasSuffix(".") && !text.hasSuffix("..") ? text.dropLast() : text[...]
    self.text =
      words.first?.isLowercase == true ? words.prefix(1).uppercased() + words.dropFirst() : String(words)
    self.tone = tone
  }
}

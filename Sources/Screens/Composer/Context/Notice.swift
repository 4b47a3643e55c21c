/// A notice to the user in the last line. It begins with a capital letter and ends without a full stop, even if its text is the
/// description of an error, which is written to follow a colon.
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

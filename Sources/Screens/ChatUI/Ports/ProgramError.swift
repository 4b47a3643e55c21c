/// The reason another program failed, as a sentence.
public nonisolated struct ProgramError: Error, Hashable, Sendable {
  public let sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}

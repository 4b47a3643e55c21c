/// A name that was typed with an `@` and is plain text, and whom of the channel's members it means.
public struct NamedMember: Hashable, Sendable {
  /// Whom a typed name means.
  public enum Meaning: Hashable, Sendable {
    /// Exactly one member is called that: by id, by full name or by first name.
    case member(User)
    /// Several members are.
    case several([User])
    /// No member matches. The ids of these members, or words in their names, begin with the text.
    case nobody(similar: [User])
    /// Not all members that it could mean are known yet.
    case unknown
  }

  /// The UTF-8 bytes of the name with its `@`.
  public let range: Range<Int>
  /// The name with its `@`, as it was typed.
  public let text: String
  /// Whom it means, as far as this client knows the members.
  public let meaning: Meaning
  /// The shortest text that may be the name.
  package let stem: String

  package init(range: Range<Int>, text: String, meaning: Meaning, stem: String) {
    self.range = range
    self.text = text
    self.meaning = meaning
    self.stem = stem
  }

  /// The one member that it names.
  public var member: User? { if case .member(let user) = meaning { user } else { nil } }
}

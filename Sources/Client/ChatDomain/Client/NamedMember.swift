/// A name that was typed with an `@` as plain text, and the members of the channel that it matches.
public struct NamedMember: Hashable, Sendable {
  /// The members that a typed name matches.
  public enum Meaning: Hashable, Sendable {
    /// Exactly one member matches, by id, full name or first name; or all do (``UserID/everyone``).
    case member(User)
    /// The name means everyone in the channel, and the user may not mention everyone.
    case everyoneRefused
    /// Several members match.
    case several([User])
    /// No member matches. The ids of these members, or words in their names, begin with the text.
    case nobody(similar: [User])
    /// The name may match members that are not loaded yet.
    case unknown
  }

  /// The UTF-8 bytes of the name with its `@`.
  public let range: Range<Int>
  /// The name with its `@`, as it was typed.
  public let text: String
  /// The members that match, of those that this client has loaded.
  public let meaning: Meaning
  /// The shortest text that may be the name.
  package let stem: String

  package init(range: Range<Int>, text: String, meaning: Meaning, stem: String) {
    self.range = range
    self.text = text
    self.meaning = meaning
    self.stem = stem
  }

  /// The member, if exactly one matches.
  public var member: User? { if case .member(let user) = meaning { user } else { nil } }
}

/// A suggestion to turn typed text into a mention.
///
/// It is valid as long as `replaceFrom` is still at `offset`; a draft refuses a stale one.
public struct SuggestedMention: Hashable, Sendable {
  /// The offset of the first typed Character.
  public let offset: Int
  /// The typed text, trigger included.
  public let replaceFrom: String
  /// The suggested words of the mention; the caller may use other words.
  public let replaceWith: String
  /// The target of the mention.
  public let target: MentionTarget

  /// A suggestion; it stays valid for as long as `replaceFrom` stands at `offset`.
  public init(offset: Int, replaceFrom: String, replaceWith: String, target: MentionTarget) {
    self.offset = offset
    self.replaceFrom = replaceFrom
    self.replaceWith = replaceWith
    self.target = target
  }
}

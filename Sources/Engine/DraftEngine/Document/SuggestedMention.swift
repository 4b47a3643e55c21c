/// A suggestion to turn typed text into a mention.
///
/// It is valid as long as `replaceFrom` is still at `offset`; a draft refuses a stale one.
public struct SuggestedMention: Hashable, Sendable {
  /// The offset of the first typed Character.
  public let offset: Int
  /// The typed text, including the trigger.
  public let replaceFrom: String
  /// The suggested text of the mention; the caller may use another one.
  public let replaceWith: String
  /// The target of the mention.
  public let target: MentionTarget

  /// Creates a suggestion, which is valid as long as `replaceFrom` is at `offset`.
  public init(offset: Int, replaceFrom: String, replaceWith: String, target: MentionTarget) {
    self.offset = offset
    self.replaceFrom = replaceFrom
    self.replaceWith = replaceWith
    self.target = target
  }
}

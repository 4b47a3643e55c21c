/// An offer to turn what was typed into a mention.
///
/// It is good for as long as `replaceFrom` still stands at `offset`: a draft refuses one that came too late.
public struct SuggestedMention: Hashable, Sendable {
  /// The first Character of what was typed.
  public let offset: Int
  /// What was typed, trigger included.
  public let replaceFrom: String
  /// What the mention would read; whoever accepts it may choose other words.
  public let replaceWith: String
  /// What the mention would stand for.
  public let target: MentionTarget

  public init(offset: Int, replaceFrom: String, replaceWith: String, target: MentionTarget) {
    self.offset = offset
    self.replaceFrom = replaceFrom
    self.replaceWith = replaceWith
    self.target = target
  }
}

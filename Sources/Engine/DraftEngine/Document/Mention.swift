/// A mention in a draft, counted in Characters from the start of the text.
public struct Mention: Hashable, Sendable {
  /// The offset of the mention's first Character.
  public let offset: Int
  /// The number of Characters.
  public let length: Int
  /// The target of the mention.
  public let target: MentionTarget

  /// Creates a mention; ``DraftDocument/addMention(offset:length:target:)`` checks that it fits a text.
  public init(offset: Int, length: Int, target: MentionTarget) {
    self.offset = offset
    self.length = length
    self.target = target
  }

  /// The Characters that the mention covers.
  public var range: Range<Int> { offset..<(offset + length) }
}

/// A mention in a draft as a caller sees it, counted in Characters from the start of the text.
public struct Mention: Hashable, Sendable {
  /// The first Character of the mention's words.
  public let offset: Int
  /// The number of Characters in the words.
  public let length: Int
  /// The target of the words.
  public let target: MentionTarget

  /// A mention by its place; ``DraftDocument/addMention(offset:length:target:)`` checks that it fits a text.
  public init(offset: Int, length: Int, target: MentionTarget) {
    self.offset = offset
    self.length = length
    self.target = target
  }

  /// The Characters that the mention covers.
  public var range: Range<Int> { offset..<(offset + length) }
}

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

/// A mention as the engine stores it: a range of UTF-8 bytes and its target.
///
/// Bytes rather than Characters, because Character offsets can change with a neighbouring edit (`"e"` and a combining accent
/// are two Characters apart and one together), whereas byte offsets only shift.
public struct MentionSpan: Hashable, Sendable {
  /// The byte range of the mention's text.
  public var range: Range<Int>
  /// The target of the mention.
  public var target: MentionTarget

  /// Creates a mention of a byte range with its target.
  public init(_ range: Range<Int>, _ target: MentionTarget) {
    self.range = range
    self.target = target
  }

  /// The same mention, shifted forward or back.
  package func moved(by distance: Int) -> MentionSpan {
    MentionSpan((range.lowerBound + distance)..<(range.upperBound + distance), target)
  }
}

/// The target of a mention, a channel reference or a link.
public enum MentionTarget: Sendable {
  /// A user, by the service's id.
  case user(userId: String)
  /// A channel, by its id.
  case channel(channelId: String)
  /// Any address.
  case url(url: String)
}

extension MentionTarget {
  /// Whether the id or address is empty.
  public var isEmpty: Bool {
    switch self {
    case .user(let id), .channel(let id), .url(let id): id.isEmpty
    }
  }
}

/// Two targets are equal if their bytes are equal. A service compares ids that way: a precomposed "é" and one with a combining
/// accent are two users.
extension MentionTarget: Hashable {
  public static func == (left: MentionTarget, right: MentionTarget) -> Bool {
    switch (left, right) {
    case (.user(let one), .user(let other)), (.channel(let one), .channel(let other)),
      (.url(let one), .url(let other)):
      one.isIdentical(to: other)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    var (kind, id) =
      switch self {
      case .user(let id): (0, id)
      case .channel(let id): (1, id)
      case .url(let id): (2, id)
      }
    hasher.combine(kind)
    id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension MentionTarget: CustomStringConvertible {
  public var description: String {
    switch self {
    case .user(let userId): "user:\(userId)"
    case .channel(let channelId): "channel:\(channelId)"
    case .url(let url): "url:\(url)"
    }
  }
}

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

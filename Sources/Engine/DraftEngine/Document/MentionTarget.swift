/// The target of a mention, a channel reference or a link.
public enum MentionTarget: Sendable {
  /// A user, by the service's id.
  case user(userId: String)
  /// A channel, by its id.
  case channel(channelId: String)
  /// Anything with an address.
  case url(url: String)
}

extension MentionTarget {
  /// Whether it has no target: its id or address is empty.
  public var isEmpty: Bool {
    switch self {
    case .user(let id), .channel(let id), .url(let id): id.isEmpty
    }
  }
}

/// Two targets are equal if their bytes are. A service compares ids that way: a precomposed "é" and one with a combining accent
/// are two users.
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

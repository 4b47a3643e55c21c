/// What a mention, a channel reference or a link points at.
public enum MentionTarget: Hashable, Sendable {
  /// A person, by the id the service knows them by.
  case user(userId: String)
  /// A channel, by its id.
  case channel(channelId: String)
  /// Anything with an address.
  case url(url: String)
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

public import ChatDomain

/// The channel itself, or one of its threads: where a draft belongs.
public enum ThreadScope: Hashable, Sendable {
  case main
  case thread(MessageID)

  public init(_ key: DraftKey) { self = key.parentId.map { .thread($0) } ?? .main }

  public func key(in room: ChannelID) -> DraftKey {
    switch self {
    case .main: DraftKey(channelId: room)
    case .thread(let root): DraftKey(channelId: room, parentId: root)
    }
  }

  /// As Matrix writes it.
  public var text: String {
    switch self {
    case .main: "main"
    case .thread(let root): root.rawValue
    }
  }

  public init?(text: String) {
    if text == "main" {
      self = .main
    } else if let root = MessageID(matrix: text) {
      self = .thread(root)
    } else {
      return nil
    }
  }
}

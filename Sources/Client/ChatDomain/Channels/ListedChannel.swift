/// Who may come into a channel.
public enum ChannelAdmission: String, Hashable, Sendable, CaseIterable {
  /// Whoever wants to.
  case everybody
  /// Who was invited.
  case invitation
  /// Who asked, and was let in by somebody.
  case knocking
  /// The members of certain other channels, and who was invited.
  case otherMembers
}

/// What leads to a channel: its id, or a name that a service looks up.
public struct ChannelAddress: Hashable, Sendable {
  /// The id or the name, as the service spells it.
  public let name: String
  /// Where somebody may help to get in, for a channel that is kept elsewhere.
  public let servers: [String]

  /// For a service; ``ChatPlaces/address(in:)`` gives it to clients.
  public init(name: String, servers: [String] = []) {
    self.name = name
    self.servers = servers
  }
}

/// A channel as a directory lists it, for people who are not in it.
public struct ListedChannel: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// What ``ChatPlaces/join(_:)-(ChannelAddress)`` takes.
  public let address: ChannelAddress
  /// What the channel calls itself.
  public let name: String?
  /// What the channel is about.
  public let topic: String?
  /// How many are in it.
  public let memberCount: Int
  /// Who may come in.
  public let admission: ChannelAdmission
  /// Whether the current user is in it.
  public let isMember: Bool
  /// Whether it is a space, which groups other channels.
  public let isSpace: Bool
  /// Whether its messages are encrypted, according to the directory.
  public let isEncrypted: Bool

  /// For a service that lists channels.
  public init(
    id: ChannelID, address: ChannelAddress, name: String?, topic: String?, memberCount: Int,
    admission: ChannelAdmission, isMember: Bool, isSpace: Bool = false, isEncrypted: Bool = false
  ) {
    self.id = id
    self.address = address
    self.name = name
    self.topic = topic
    self.memberCount = memberCount
    self.admission = admission
    self.isMember = isMember
    self.isSpace = isSpace
    self.isEncrypted = isEncrypted
  }

  /// The name, or the address if it has none.
  public var displayName: String { name ?? address.name }
}

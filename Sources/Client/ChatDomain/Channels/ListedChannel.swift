/// Who can join a channel.
public enum ChannelAdmission: String, Hashable, Sendable, CaseIterable {
  /// Open to everyone.
  case everybody
  /// Invited users.
  case invitation
  /// Users who asked to join and were accepted.
  case knocking
  /// Members of certain other channels, and invited users.
  case otherMembers
}

/// Identifies a channel to join: its id, or a name that the service resolves.
public struct ChannelAddress: Hashable, Sendable {
  /// The id or the name, as the service spells it.
  public let name: String
  /// Servers that can help to join a channel hosted elsewhere.
  public let servers: [String]

  /// For a service; clients get an address from ``ChatPlaces/address(in:)``.
  public init(name: String, servers: [String] = []) {
    self.name = name
    self.servers = servers
  }
}

/// A channel in a directory, as non-members see it.
public struct ListedChannel: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// The address to pass to ``ChatPlaces/join(_:)-(ChannelAddress)``.
  public let address: ChannelAddress
  /// The channel's name.
  public let name: String?
  /// The channel's topic.
  public let topic: String?
  /// The number of members.
  public let memberCount: Int
  /// Who can join.
  public let admission: ChannelAdmission
  /// Whether the current user is a member.
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

/// A group of channels that belong together for many people, such as those of a company or of a project. Nothing is said in
/// it.
public struct Space: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// What it calls itself; its id where it has no name.
  public var name: String
  /// The channels and spaces in it, in its own order; among them are some that the user is not in.
  public var children: [ChannelID]

  /// For a service that lists spaces.
  public init(id: ChannelID, name: String, children: [ChannelID] = []) {
    self.id = id
    self.name = name
    self.children = children
  }
}

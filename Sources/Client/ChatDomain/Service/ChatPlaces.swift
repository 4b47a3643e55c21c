/// Coming into channels that one only has an address of, finding them in a directory, and what is left of channels that
/// one was in.
public protocol ChatPlaces: Sendable {
  /// The address of a channel in a text: an id, a name that the service looks up, or a link to one of them; nil if it is
  /// none of this service. Known without a request, and whether there is such a channel is another question.
  func address(in text: String) -> ChannelAddress?
  /// Joins the channel that an address leads to. One that lets only certain people in is refused with
  /// ``ChatError/Refusal/notAdmitted(_:)``.
  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary
  /// Channels that a directory lists, the largest first, or those in a space, in its order. A service without the ability
  /// `listsChannels`, or `groupsChannels` for a space, refuses it.
  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel>
  /// The channels that the user left, as far as the device knows them, the latest first. Those that were forgotten are not
  /// among them.
  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel>
  /// Gives up what the service keeps for the user of a channel that they left; it is no error if there is nothing. A
  /// channel that the user is still in is refused with ``ChatError/Refusal/notAllowed``.
  func forget(_ id: ChannelID) async throws(ChatError)
}

/// A page of a directory of channels.
public struct DirectoryQuery: Hashable, Sendable {
  /// Stands in the name, the address or the topic; empty: every channel.
  public var text: String
  /// The server whose directory it is; nil: the user's own.
  public var server: String?
  /// The space whose channels and spaces are listed instead; the user is in it.
  public var space: ChannelID?
  /// The most channels that the answer may have.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the first 50 that the user's own server lists.
  public init(
    text: String = "", server: String? = nil, space: ChannelID? = nil, limit: Int = 50, cursor: Cursor? = nil
  ) {
    self.text = text
    self.server = server
    self.space = space
    self.limit = limit
    self.cursor = cursor
  }
}

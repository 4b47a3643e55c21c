import ChatDomain
import DraftEngine
import Testing

/// A sample of all kinds of content, as Ann sees it.
struct Scene {
  private let room: ChannelID
  private let parent: Message

  /// The abilities needed for it.
  static let setup = ServiceSetup(uses: .searchesMessages, .takesReactions, .pinsMessages, .keepsDrafts)

  /// - Parameter world: a world with the setup.
  init(in world: ChatWorld) async throws {
    room = try await world.channel(with: ["ben", "cay"])
    let other = try await world.channel("other")
    let (ann, ben, cay) = (world.ann, world.ben, world.cay)
    _ = try await ann.directChannel(with: "cay")
    for number in 0..<60 { try await ben.say("earlier \(number)", in: room) }
    let said = try await ben.say("one", in: room)
    let read = try await ben.send(.mention("ann", in: room))
    _ = try await ann.markRead(room, upTo: try #require(read.timetoken))
    parent = try await ann.say("parent", in: room)
    let reply = try await ben.say("reply", in: room, under: parent.id)
    try await cay.say("another", in: room, under: parent.id, shown: true)
    try await ann.markThreadRead(parent.id, in: room, upTo: try #require(reply.timetoken))
    try await ann.say("mine", in: other, under: try await ben.say("theirs", in: other).id)
    try await ben.rewrite(said, "one!")
    try await cay.react("👍", true, to: said)
    _ = try await cay.pin(said.id, in: room, Pinning())
    let deleted = try await ben.say("deleted", in: room)
    try await ben.delete(deleted.id, in: room, hard: false)
    let gone = try await ben.say("gone", in: room)
    try await ben.delete(gone.id, in: room, hard: true)
    _ = try await ann.update(other, ChannelPreferencesChange(isFavourite: true, notifications: .nothing))
    let draft = DraftContent(elements: [.plainText(text: "draft")], quoted: QuotedMessage(said))
    for key in [DraftKey(channelId: room), DraftKey(channelId: room, parentId: parent.id)] {
      try await ann.saveDraft(draft, for: key, over: 0)
    }
  }

  /// The state that a device shows, as comparable lines.
  func everything(on device: any ChatService) async throws -> [String] {
    var found: [String] = []
    for var channel in try await device.channels(ListQuery()).elements {
      // Each device counts these revisions separately.
      channel.preferences.revision = 0
      found.append("\(channel)")
      found += try await device.wholeHistory(of: channel.id).map { "\($0)" }
      found += try await device.members(of: channel.id, ListQuery()).elements.map { "\($0)" }
    }
    found += try await device.wholeHistory(of: room, under: parent.id).map { "\($0)" }
    found += try await device.threads(ListQuery()).elements.map { "\($0)" }
    found += try await device.drafts(DraftListQuery()).elements.map { "\($0)" }
    found += try await device.pinnedMessages(in: room, ListQuery()).elements.map { "\($0)" }
    found += try await device.search(SearchQuery(text: "one")).elements.map { "\($0)" }
    found += try await device.search(SearchQuery(text: "earlier 1")).elements.map { "\($0)" }
    return found
  }
}

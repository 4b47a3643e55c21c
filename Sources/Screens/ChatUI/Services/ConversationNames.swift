import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// The names of the places of drafts, search results and threads, as far as this device knows them.
struct ConversationNames {
  let channels: ChannelListController
  let threads: ThreadListController

  private var reader: UserID { channels.client.currentUser.id }

  /// "#general", "@Alex Dunn".
  func name(of channel: ChannelID) -> String {
    guard let summary = channels.row(for: channel)?.summary else {
      if channel == .nowhere { return "no channel" }
      if let partner = channels.client.partner(inProspect: channel) { return "@\(partner.displayName)" }
      return "#\(channel)"
    }
    if let partner = summary.partner { return "@\(partner.displayName)" }
    return (summary.channel.type == .direct ? "@" : "#") + summary.channel.displayName
  }

  /// The name in a header: "@ Alex Dunn" for a new conversation, also before the list has its channel.
  func title(of channel: ChannelID) -> String {
    channels.client.partner(inProspect: channel).map { "@ \($0.displayName)" } ?? name(of: channel)
  }

  /// "#general", or "#general ↳ Could someone look…".
  func name(of key: DraftKey) -> String {
    let name = name(of: key.channelId)
    guard let parentId = key.parentId else { return name }
    let parent = threads.row(for: parentId, in: key.channelId)?.parent
    return name + " ↳ "
      + (parent.map { Excerpt.beginning(of: $0.shown(to: reader), limit: 40) } ?? "a thread")
  }
}

nonisolated extension Destination {
  /// The place of a message. A reply's place is its thread, even if the channel shows it too.
  init(of message: Message) {
    if let parentId = message.parentId {
      self = .thread(DraftKey(channelId: message.channelId, parentId: parentId), reply: message.id)
    } else {
      self = .channel(message.channelId, message: message.id)
    }
  }

  /// The place whose composer has the draft.
  init(of key: DraftKey) { self = key.parentId == nil ? .channel(key.channelId) : .thread(key) }
}

nonisolated extension ChannelSummary {
  /// The name with its symbol: "#general", "@ Alex Dunn".
  var title: String {
    if channel.type == .direct { return "@ \(partner?.displayName ?? channel.displayName)" }
    return channel.displayName.hasPrefix("#") ? channel.displayName : "#\(channel.displayName)"
  }
}

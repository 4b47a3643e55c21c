import ChatControllers
import ChatDomain
import Composer

/// Shows and changes the name and the topic of a channel. Asks before a change, because everyone in the channel sees it.
struct TopicActions {
  let context: AppContext
  let sidebar: ChannelSidebar

  /// The argument that removes a topic; an empty argument only shows it.
  private static let clearing = "--clear"

  /// - Parameter words: the new topic; if empty, the current one is shown.
  func show(orSet words: String, of id: ChannelID) {
    let name = sidebar.names.name(of: id)
    let present = sidebar.channelList.row(for: id)?.channel.topic ?? ""
    switch words {
    case "" where present.isEmpty: context.say(.noTopicYet(in: name))
    case "": context.say(.topic(of: name, present, removedBy: Self.clearing))
    case Self.clearing:
      guard !present.isEmpty else { return context.refuse(.noTopic(in: name)) }
      context.ask(
        "Remove the topic of \(name)?", present, yes: "remove it for everyone", no: "keep it"
      ) { set("", of: id) }
    default:
      let former = present.isEmpty ? "" : " · now: \(present)"
      context.ask(
        "Change the topic of \(name)?", "\(words)\(former)", yes: "change it for everyone",
        no: "leave it as it is"
      ) { set(words, of: id) }
    }
  }

  func rename(_ id: ChannelID, to name: String) {
    context.ask(
      "Rename \(sidebar.names.name(of: id))?", "Everyone will see it as \(name).",
      yes: "rename it for everyone", no: "keep the name"
    ) { [context] in
      let controller = context.client.channelController(for: id)
      context.attempt { try await controller.rename(to: name) }
    }
  }

  private func set(_ topic: String, of id: ChannelID) {
    let controller = context.client.channelController(for: id)
    context.attempt { try await controller.update(ChannelChange(topic: topic)) }
  }
}

/// Sets which messages of a channel notify the user, and marks channels as unread.
struct NotificationActions {
  let context: AppContext
  let sidebar: ChannelSidebar

  private func level(in id: ChannelID) -> NotificationLevel {
    sidebar.channelList.row(for: id)?.preferences.notifications ?? .all
  }

  private func name(of id: ChannelID) -> String { sidebar.names.name(of: id) }

  /// Mutes or unmutes the channel.
  func toggleMute(_ id: ChannelID) { set(level(in: id) == .nothing ? .all : .nothing, in: id) }

  /// - Parameter word: the level as typed; if empty, the current level is shown.
  func setLevel(_ word: String, of id: ChannelID) {
    guard !word.isEmpty else {
      let others = NotificationLevel.allCases.filter { $0 != level(in: id) }.map(\.rawValue)
      return context.say(
        notice(level(in: id), in: id).changed(
          by: others.joined(separator: " or /\(SlashCommand.notify.name) ")))
    }
    guard let wanted = NotificationLevel(rawValue: word.lowercased()) else {
      return context.refuse(.useNotify)
    }
    set(wanted, in: id)
  }

  private func set(_ level: NotificationLevel, in id: ChannelID) {
    context.attempt { [self] in
      try await context.client.channelController(for: id).update(
        ChannelPreferencesChange(notifications: level))
      // The user changes the row explicitly, so the walk no longer keeps it in place.
      sidebar.endWalk()
      context.say(notice(level, in: id))
    }
  }

  private func notice(_ level: NotificationLevel, in id: ChannelID) -> Notice {
    switch level {
    case .all: .notifiesAlways(in: name(of: id))
    case .mentions: .notifiesOnMentions(in: name(of: id))
    case .nothing: .muted(name(of: id))
    }
  }

  func markUnread(_ id: ChannelID) {
    context.attempt { [self] in
      try await context.client.channelController(for: id).setMarkedUnread(true)
      context.say(.markedUnread(name(of: id)))
    }
  }
}

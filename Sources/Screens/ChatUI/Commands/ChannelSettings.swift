import ChatControllers
import ChatDomain
import Composer

/// Shows and changes the name and the topic of a channel. Everyone in it sees a change, so it asks first.
final class TopicActions {
  private let context: AppContext
  private let sidebar: ChannelSidebar

  init(context: AppContext, sidebar: ChannelSidebar) {
    self.context = context
    self.sidebar = sidebar
  }

  /// The argument that removes a topic; an empty argument only shows it.
  private static let clearing = "--clear"

  /// - Parameter words: the new topic; if empty, the current one is shown.
  func show(orSet words: String, of id: ChannelID) {
    let name = sidebar.names.name(of: id)
    let present = sidebar.channelList.row(for: id)?.channel.topic ?? ""
    let command = "/\(SlashCommand.topic.name)"
    switch words {
    case "" where present.isEmpty: context.say(Notice("\(name) has no topic; \(command) TEXT sets one"))
    case "":
      context.say(Notice("Topic of \(name): \(present) · \(command) \(Self.clearing) removes it"))
    case Self.clearing:
      guard !present.isEmpty else { return context.refuse(Notice("\(name) has no topic", .warning)) }
      context.ask(
        "Remove the topic of \(name)?", present, yes: "remove it for everyone", no: "keep it"
      ) { [weak self] in self?.set("", of: id) }
    default:
      let former = present.isEmpty ? "" : " · now: \(present)"
      context.ask(
        "Change the topic of \(name)?", "\(words)\(former)", yes: "change it for everyone", no: "cancel"
      ) { [weak self] in self?.set(words, of: id) }
    }
  }

  func rename(_ id: ChannelID, to name: String) {
    context.ask(
      "Rename \(sidebar.names.name(of: id))?", "Everyone will see it as \(name).",
      yes: "rename it for everyone", no: "cancel"
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
final class NotificationActions {
  private let context: AppContext
  private let sidebar: ChannelSidebar

  init(context: AppContext, sidebar: ChannelSidebar) {
    self.context = context
    self.sidebar = sidebar
  }

  private func level(in id: ChannelID) -> NotificationLevel {
    sidebar.channelList.row(for: id)?.preferences.notifications ?? .all
  }

  private func name(of id: ChannelID) -> String { sidebar.names.name(of: DraftKey(channelId: id)) }

  /// Mutes or unmutes the channel.
  func toggleMute(_ id: ChannelID) { set(level(in: id) == .nothing ? .all : .nothing, in: id) }

  /// - Parameter word: the level as typed; if empty, the current level is shown.
  func setLevel(_ word: String, of id: ChannelID) {
    guard !word.isEmpty else {
      let others = NotificationLevel.allCases.filter { $0 != level(in: id) }.map(\.rawValue)
      let now = sentence(level(in: id), in: id)
      return context.say(Notice("\(now); /notify \(others.joined(separator: " or ")) changes it"))
    }
    guard let wanted = NotificationLevel(rawValue: word.lowercased()) else {
      return context.refuse(Notice("Use /notify all, mentions or nothing", .warning))
    }
    set(wanted, in: id)
  }

  private func set(_ level: NotificationLevel, in id: ChannelID) {
    context.attempt { [self] in
      try await context.client.channelController(for: id).update(
        ChannelPreferencesChange(notifications: level))
      // The user changes the row explicitly, so the walk no longer keeps it in place.
      sidebar.endWalk()
      context.say(Notice(sentence(level, in: id), .good))
    }
  }

  private func sentence(_ level: NotificationLevel, in id: ChannelID) -> String {
    switch level {
    case .all: "\(name(of: id)): notify on every message"
    case .mentions: "\(name(of: id)): notify on mentions only"
    case .nothing: "\(name(of: id)) muted: no notifications"
    }
  }

  func markUnread(_ id: ChannelID) {
    context.attempt { [self] in
      try await context.client.channelController(for: id).setMarkedUnread(true)
      context.say(Notice("Marked as unread until you read something new there: \(name(of: id))", .good))
    }
  }
}

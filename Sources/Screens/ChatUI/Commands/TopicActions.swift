import ChatControllers
import ChatDomain

/// Shows and changes the name and the topic of a channel. Everybody in it sees a change, so it asks first.
final class TopicActions {
  private let services: AppContext
  private let sidebar: ChannelSidebar

  init(services: AppContext, sidebar: ChannelSidebar) {
    self.services = services
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
    case "" where present.isEmpty: services.say(Notice("\(name) has no topic; \(command) TEXT sets one"))
    case "":
      services.say(Notice("The topic of \(name): \(present) · \(command) \(Self.clearing) removes it"))
    case Self.clearing:
      guard !present.isEmpty else { return services.refuse(Notice("\(name) has no topic", .warning)) }
      services.ask(
        "Remove the topic of \(name)?", present, yes: "remove it for everybody", no: "keep it"
      ) { [weak self] in self?.set("", of: id) }
    default:
      let former = present.isEmpty ? "" : " · until now: \(present)"
      services.ask(
        "Change the topic of \(name)?", "\(words)\(former)", yes: "change it for everybody", no: "leave it"
      ) { [weak self] in self?.set(words, of: id) }
    }
  }

  func rename(_ id: ChannelID, to name: String) {
    services.ask(
      "Rename \(sidebar.names.name(of: id))?", "Everybody sees it as \(name) then.",
      yes: "rename it for everybody", no: "leave it"
    ) { [services] in
      let controller = services.client.channelController(for: id)
      services.attempt { try await controller.rename(to: name) }
    }
  }

  private func set(_ topic: String, of id: ChannelID) {
    let controller = services.client.channelController(for: id)
    services.attempt { try await controller.update(ChannelChange(topic: topic)) }
  }
}

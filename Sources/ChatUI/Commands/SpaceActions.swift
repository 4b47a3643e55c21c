import ChatControllers
import ChatDomain

/// Lists only the channels of one space, or all.
final class SpaceActions {
  private let services: any AppServices
  private let sidebar: ChannelSidebar

  init(services: any AppServices, sidebar: ChannelSidebar) {
    self.services = services
    self.sidebar = sidebar
  }

  private var spaces: [Space] { sidebar.spaceList.spaces }

  /// The next space, and after the last one all channels.
  func next() {
    guard !spaces.isEmpty else { return services.say(Notice("You are in no space")) }
    let place = spaces.firstIndex { $0.id == sidebar.chosenSpace }
    let next = place.map { $0 + 1 } ?? 0
    show(spaces.indices.contains(next) ? spaces[next] : nil)
  }

  /// - Parameter name: of the space, or the beginning of one of its words; without it all channels are listed again.
  func choose(_ name: String) {
    guard !name.isEmpty else { return show(nil) }
    guard let found = NameRanking(name).ranked(spaces, limit: 1, by: { [$0.name, $0.id.rawValue] }).first
    else {
      let names = spaces.map(\.name).joined(separator: ", ")
      return services.say(
        Notice(spaces.isEmpty ? "You are in no space" : "There are the spaces \(names)", .warning))
    }
    show(found)
  }

  private func show(_ space: Space?) {
    sidebar.choose(space?.id)
    guard let space else { return services.say(Notice("All channels are listed")) }
    let key = services.key(of: .global(.nextSpace))
    services.say(Notice("Only channels in \(space.name) are listed; \(key) goes on"))
  }
}

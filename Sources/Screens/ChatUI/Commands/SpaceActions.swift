import ChatControllers
import ChatDomain
import ChatScreens

/// Lists the channels of one space, or all channels.
final class SpaceActions {
  private let services: AppContext
  private let sidebar: ChannelSidebar

  init(services: AppContext, sidebar: ChannelSidebar) {
    self.services = services
    self.sidebar = sidebar
  }

  private var spaces: [Space] { sidebar.spaceList.spaces }

  /// Goes to the next space, and after the last one to all channels.
  func next() {
    guard !spaces.isEmpty else { return services.say(Notice("You are in no space")) }
    let place = spaces.firstIndex { $0.id == sidebar.chosenSpace }
    let next = place.map { $0 + 1 } ?? 0
    show(spaces.indices.contains(next) ? spaces[next] : nil)
  }

  /// - Parameter name: the name of the space, or the beginning of one of its words; empty for all channels.
  func choose(_ name: String) {
    guard !name.isEmpty else { return show(nil) }
    guard let found = NameRanking(name).ranked(spaces, limit: 1, by: { [$0.name, $0.id.rawValue] }).first
    else {
      let names = spaces.map(\.name).joined(separator: ", ")
      return services.refuse(
        Notice(spaces.isEmpty ? "You are in no space" : "There are the spaces \(names)", .warning))
    }
    show(found)
  }

  /// Folds or unfolds the space that a channel is listed under. If it is under none, folds all spaces, or unfolds all if one is
  /// folded, so that every fold can be undone from everywhere.
  func fold(around channel: ChannelID?) {
    if let heading = sidebar.heading {
      let key = services.key(of: .global(.nextSpace))
      return services.say(Notice("Only channels in \(heading) are listed; \(key) goes on"))
    }
    let listed = sidebar.spaces
    guard !listed.isEmpty else { return services.say(Notice("None of your channels is in a space")) }
    if let home = listed.first(where: { channel.map($0.ids.contains) ?? false }) {
      return sidebar.fold(.space(home.space.id))
    }
    let sections = listed.map { SidebarSection.space($0.space.id) }
    let folded = sections.filter(sidebar.folded.contains)
    for section in folded.isEmpty ? sections : folded { sidebar.fold(section) }
  }

  private func show(_ space: Space?) {
    sidebar.choose(space?.id)
    guard let space else { return services.say(Notice("All channels are listed")) }
    let key = services.key(of: .global(.nextSpace))
    services.say(Notice("Only channels in \(space.name) are listed; \(key) goes on"))
  }
}

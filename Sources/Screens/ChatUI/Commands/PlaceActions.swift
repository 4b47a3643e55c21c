import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Goes to channels by address or from a directory, and forgets channels that were left.
struct PlaceActions {
  let context: AppContext
  let navigator: Navigator
  let sidebar: ChannelSidebar
  let knocks: Knocking

  private var client: ChatClient { context.client }

  // MARK: Coming

  /// Shows the public channels. Without a query, and while the list is filtered to one space, shows the channels of that space.
  ///
  /// - Parameter words: the initial query.
  func showDirectory(for words: String = "") {
    show(words.isEmpty ? spaces.first { $0.id == sidebar.chosenSpace } : nil, words)
  }

  private func show(_ space: Space?, _ words: String = "") {
    knocks.load()
    context.showList(
      DirectorySource(client: client, space: space, knocks: knocks.list) { enter($0) },
      line: QueryLine(words))
  }

  /// Enters the channel that the directory shows under a name, if there is exactly one.
  ///
  /// - Returns: whether there is.
  func enter(listedAs name: String) async throws(ChatError) -> Bool {
    guard client.abilities.contains(.listsChannels) else { return false }
    let plain = name.withoutSign("#")
    let named = try await client.directory(DirectoryQuery(text: plain)).elements.filter {
      $0.displayName.lowercased() == plain.lowercased()
    }
    guard named.count == 1 else { return false }
    enter(named[0])
    return true
  }

  private func enter(_ channel: ListedChannel) {
    if channel.isMember {
      if let space = spaces.first(where: { $0.id == channel.id }) { return open(space) }
      return navigator.go(to: .channel(channel.id))
    }
    if channel.admission == .knocking {
      return knocks.ask(for: channel.address, called: "#\(channel.displayName)")
    }
    let keyCount = navigator.keyCount
    context.attempt { [self] in try await join(channel.address, since: keyCount) }
  }

  /// - Parameter keyCount: the key count when the user asked for it.
  func join(_ address: ChannelAddress, since keyCount: Int) async throws {
    let joined: ChannelSummary
    do throws(ChatError) { joined = try await client.join(address) } catch {
      guard error == .refused(.notAdmitted(.knocking)), client.abilities.contains(.takesKnocks) else {
        throw error
      }
      return knocks.ask(for: address, called: address.name)
    }
    await arrive(in: joined.id, since: keyCount)
  }

  /// Goes to a channel that was just joined, or opens it if it is a space.
  func arrive(in id: ChannelID, since keyCount: Int) async {
    await sidebar.synchronize()
    guard let space = spaces.first(where: { $0.id == id }) else {
      navigator.go(to: id, unlessTypedSince: keyCount)
      return
    }
    guard navigator.keyCount == keyCount else { return context.say(.arrived(inSpace: space.name)) }
    open(space)
  }

  // MARK: Spaces

  private var spaces: [Space] { sidebar.spaceList.spaces }

  /// Opens a space as the list of its channels to join, because a space has no messages.
  func open(_ space: Space) { show(space) }

  /// The user's space with this ID or address, or with this name, ignoring case; nil if there is none, or several have the name.
  func space(called name: String) -> Space? {
    let id = client.address(in: name).map { ChannelID($0.name) } ?? ChannelID(name)
    if let exact = spaces.first(where: { $0.id == id }) { return exact }
    let named = spaces.filter { $0.name.lowercased() == name.lowercased() }
    return named.count == 1 ? named[0] : nil
  }

  // MARK: Forgetting

  /// - Parameter name: the name of a channel that was left; empty for the last one.
  func forget(_ name: String) {
    context.attempt { [self] in
      let left = try await client.leftChannels(ListQuery(limit: Self.mostLeft)).elements
      let found = name.isEmpty ? Array(left.prefix(1)) : Self.channels(named: name, among: left)
      guard let channel = found.first else {
        return context.refuse(name.isEmpty ? .leftNoChannel : .leftNoChannel(named: name))
      }
      // Forgetting erases data, so the channel must be unambiguous.
      guard found.count == 1 else {
        let ids = found.prefix(3).map(\.id.rawValue).joined(separator: ", ")
        return context.refuse(.leftSeveral(found.count, ids: ids))
      }
      ask(about: channel)
    }
  }

  /// The number of left channels searched by name; beyond it, the user types the ID.
  private static let mostLeft = 500

  private static func channels(named name: String, among left: [Channel]) -> [Channel] {
    if let exact = left.first(where: { $0.id.rawValue == name }) { return [exact] }
    let plain = name.withoutSign("#").lowercased()
    return left.filter { channel in
      [channel.id.rawValue, channel.displayName].contains {
        [plain, name.lowercased()].contains($0.lowercased())
      }
    }
  }

  private func ask(about channel: Channel) {
    let history = context.key(of: .global(.draftHistory))
    context.ask(
      "Forget #\(channel.displayName)?",
      "Its messages are erased from this device, and the server no longer shows them to you. "
        + "Unsent text goes to the history: \(history).",
      yes: "forget it", no: "keep it"
    ) {
      forgetAtOnce(channel)
    }
  }

  private func forgetAtOnce(_ channel: Channel) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      try await client.channelController(for: channel.id).forget()
      navigator.goAway(from: channel.id, since: keyCount)
      navigator.forget(channel.id)
      context.say(.forgotten("#\(channel.displayName)"))
    }
  }
}

/// Lists the channels of one space, or all channels.
struct SpaceActions {
  let context: AppContext
  let sidebar: ChannelSidebar

  private var spaces: [Space] { sidebar.spaceList.spaces }

  /// Goes to the next space, and after the last one to all channels.
  func next() {
    guard !spaces.isEmpty else { return context.say(.noSpaces) }
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
      return context.refuse(spaces.isEmpty ? .noSpaces : .noSpace(named: name, among: names))
    }
    show(found)
  }

  /// Folds or unfolds the space under which a channel is listed. If there is none, folds all spaces, or unfolds all if one is
  /// folded, so every fold can be undone from everywhere.
  func fold(around channel: ChannelID?) {
    if let heading = sidebar.heading {
      let key = context.key(of: .global(.nextSpace))
      return context.say(.onlyListed(heading, switchedBy: key))
    }
    let listed = sidebar.spaces
    guard !listed.isEmpty else { return context.say(.noChannelInSpace) }
    if let home = listed.first(where: { channel.map($0.ids.contains) ?? false }) {
      return sidebar.fold(.space(home.space.id))
    }
    let sections = listed.map { SidebarSection.space($0.space.id) }
    let folded = sections.filter(sidebar.folded.contains)
    for section in folded.isEmpty ? sections : folded { sidebar.fold(section) }
  }

  private func show(_ space: Space?) {
    sidebar.choose(space?.id)
    guard let space else { return context.say(.allListed) }
    let key = context.key(of: .global(.nextSpace))
    context.say(.onlyListed(space.name, switchedBy: key))
  }
}

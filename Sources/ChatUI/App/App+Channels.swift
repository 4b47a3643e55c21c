import ChatControllers
import ChatDomain
import ChatScreens

/// Commands that act on channels, and on the list of channels.
extension App {
  func join(_ name: String) async throws {
    if let invitation = invitation(called: name) { return try await accept(invitation) }
    let wanted = try await channel(called: name)
    try await client.channelController(for: wanted).join()
    await sidebar.synchronize()
    go(to: .channel(wanted))
  }

  /// Asks first if the channel is not public, because coming back needs an invitation.
  func leave(_ id: ChannelID) {
    guard sidebar.channelList.row(for: id)?.channel.type != .public else { return leaveAtOnce(id) }
    show(
      QuestionPanel(
        title: "Leave \(placeNames.name(of: DraftKey(channelId: id)))?",
        text: "Only somebody who is in it can bring you back. What you wrote there stays in your drafts.",
        yes: "leave it", no: "stay", keymap: keymap, clock: client.clock
      ) {
        self.leaveAtOnce(id)
      })
  }

  private func leaveAtOnce(_ id: ChannelID) {
    attempt { [self] in
      try await client.channelController(for: id).leave()
      await sidebar.synchronize()
      if let first = sidebar.liveliest { go(to: .channel(first)) }
      if lastChannel == id { lastChannel = nil }
    }
  }

  func change(_ id: ChannelID, _ body: @escaping @MainActor (ChannelController) async throws -> Void) {
    let controller = client.channelController(for: id)
    attempt { try await body(controller) }
  }

  /// Makes the channel a favourite, or no longer one.
  func toggleFavourite(_ id: ChannelID) {
    let isWanted = sidebar.channelList.row(for: id)?.preferences.isFavourite != true
    prefer(ChannelPreferencesChange(isFavourite: isWanted), in: id) { name in
      isWanted ? "A favourite, listed first: \(name)" : "No longer a favourite: \(name)"
    }
  }

  /// Mutes the channel, or ends that.
  func toggleMute(_ id: ChannelID) {
    let isWanted = sidebar.channelList.row(for: id)?.preferences.isMuted != true
    prefer(ChannelPreferencesChange(isMuted: isWanted), in: id) { name in
      isWanted ? "Muted, with no counts and no calls: \(name)" : "No longer muted: \(name)"
    }
  }

  private func prefer(
    _ wanted: ChannelPreferencesChange, in id: ChannelID, _ words: @escaping (String) -> String
  ) {
    attempt { [self] in
      try await client.channelController(for: id).update(wanted)
      // The person moves the row now, and a walk keeps it no longer.
      sidebar.endWalk()
      say(Notice(words(placeNames.name(of: DraftKey(channelId: id))), .good))
    }
  }

  func createChannel(_ argument: String) async throws {
    let words = argument.words
    let name = words[0].hasPrefix("#") ? String(words[0].dropFirst()) : words[0]
    let members = try await people(Array(words.dropFirst()))
    let made = try await client.service.createChannel(
      NewChannel(id: ChannelID(name), name: name, type: members.isEmpty ? .public : .group, members: members))
    await sidebar.synchronize()
    go(to: .channel(made.id))
  }

  /// Opens the conversation with a user; words after the name go into its draft, below the existing text.
  func write(_ argument: String) async throws {
    let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let person = try await people([words[0]])[0]
    let summary = try await client.service.directChannel(with: person)
    await sidebar.synchronize()
    go(to: .channel(summary.id))
    guard words.count > 1, let composer = channel?.composer, composer.key.channelId == summary.id else {
      return
    }
    composer.append(words[1])
  }

  func people(_ names: [String]) async throws -> [UserID] {
    var found: [UserID] = []
    for name in names { found.append(try await person(named: name)) }
    return found
  }

  /// The user with this id, or the only one who matches the words: nobody is invited by mistake.
  private func person(named name: String) async throws -> UserID {
    let plain = name.hasPrefix("@") ? String(name.dropFirst()) : name
    // On some services the sign is a part of the id.
    for id in Set([plain, name]).sorted(by: >) {
      if let known = try await known(UserID(id)) { return known }
    }
    let users = try await client.service.users(matching: plain, in: .everywhere, limit: 10)
    let named = users.filter { $0.displayName == plain }
    guard let user = (named.isEmpty ? users : named).first else {
      throw ChatError.refused(.notFound("person \(plain)"))
    }
    guard named.count == 1 || users.count == 1 else {
      throw Ambiguity(word: plain, ids: users.map(\.id.handle))
    }
    return user.id
  }

  private func known(_ id: UserID) async throws(ChatError) -> UserID? {
    do throws(ChatError) {
      return try await client.service.user(id).id
    } catch {
      if case .refused(.notFound) = error { return nil }
      throw error
    }
  }

  private func channel(called name: String) async throws -> ChannelID {
    let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
    let channels = try await client.service.channels(matching: plain, limit: 10)
    let exact = channels.filter { $0.id.rawValue == plain } + channels.filter { $0.displayName == plain }
    guard let channel = exact.first ?? channels.first else {
      throw ChatError.refused(.notFound("channel \(plain)"))
    }
    guard !exact.isEmpty || channels.count == 1 else {
      throw Ambiguity(word: plain, ids: channels.map { "#\($0.id)" })
    }
    return channel.id
  }
}

/// A word that matches several items, and therefore selects none.
nonisolated struct Ambiguity: Error, CustomStringConvertible {
  let word: String
  let ids: [String]

  var description: String { "\(word) could be \(ids.joined(separator: ", "))" }
}

nonisolated extension String {
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

import ChatControllers
import ChatDomain
import Composer

/// Joins, leaves, creates and changes channels, and goes to a channel by name.
final class ChannelActions {
  let invitations: InvitationActions
  let places: PlaceActions
  let notifications: NotificationActions
  let inbox: InboxActions
  let succession: SuccessionActions
  let spaces: SpaceActions
  let topics: TopicActions
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar

  init(context: AppContext, navigator: Navigator, sidebar: ChannelSidebar) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    let knocks = Knocking(context: context)
    places = PlaceActions(context: context, navigator: navigator, sidebar: sidebar, knocks: knocks)
    invitations = InvitationActions(context: context, navigator: navigator, places: places, knocks: knocks)
    notifications = NotificationActions(context: context, sidebar: sidebar)
    inbox = InboxActions(
      context: context, navigator: navigator, names: sidebar.names, invitations: invitations)
    succession = SuccessionActions(context: context, navigator: navigator, sidebar: sidebar)
    spaces = SpaceActions(context: context, sidebar: sidebar)
    topics = TopicActions(context: context, sidebar: sidebar)
  }

  private var client: ChatClient { context.client }
  private var lookup: NameLookup { NameLookup(client: client) }

  // MARK: Coming and going

  func join(_ name: String) {
    if let invitation = invitations.invitation(to: name) { return invitations.accept(invitation) }
    // Going to a channel that the user has joined needs no connection.
    if let known = joined(called: name) { return navigator.go(to: .channel(known)) }
    if let space = places.space(called: name) { return places.open(space) }
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      if let address = client.address(in: name) {
        return try await places.join(address, since: keyCount)
      }
      let wanted: ChannelID
      do { wanted = try await lookup.channel(name) } catch ChatError.refused(.notFound) {
        guard try await !places.enter(listedAs: name) else { return }
        let key = context.key(of: .global(.directory))
        return context.refuse(.noChannelToJoin(named: name, listedBy: key))
      }
      try await client.channelController(for: wanted).join()
      await places.arrive(in: wanted, since: keyCount)
    }
  }

  /// The user's channel with an address or a name; nil if there is none, or several have the name. A name that looks like an
  /// address is only looked up as an address.
  private func joined(called name: String) -> ChannelID? {
    if let address = client.address(in: name) {
      let id = ChannelID(address.name)
      return sidebar.channelList.row(for: id) == nil ? nil : id
    }
    let plain = name.withoutSign("#")
    let rows = sidebar.channelList.rows.filter { $0.channel.type != .direct }
    if let exact = rows.first(where: { $0.id.rawValue == plain }) { return exact.id }
    let named = rows.filter { $0.channel.displayName == plain }
    return named.count == 1 ? named[0].id : nil
  }

  /// Asks first: everyone in the channel sees it, and returning may need an invitation.
  func leave(_ id: ChannelID) {
    let isPublic = sidebar.channelList.row(for: id)?.channel.type == .public
    let back =
      isPublic
      ? "/\(SlashCommand.join.name) lets you back in." : "Only a member can invite you back."
    context.ask(
      "Leave \(sidebar.names.name(of: id))?",
      "Everyone there sees that you left. \(back) Your drafts are kept.",
      yes: "leave", no: "stay"
    ) { [weak self] in
      self?.leaveAtOnce(id)
    }
  }

  private func leaveAtOnce(_ id: ChannelID) {
    let name = sidebar.names.name(of: id)
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      try await client.channelController(for: id).endMembership()
      await sidebar.synchronize()
      navigator.goAway(from: id, since: keyCount)
      navigator.forgetLastChannel(id)
      context.say(.left(name))
    }
  }

  /// Goes to a channel or a user by name or number.
  func go(to name: String) {
    if let number = Int(name) { return go(toNumber: number) }
    let plain = name.hasPrefix("#") || name.hasPrefix("@") ? String(name.dropFirst()) : name
    let found = NameRanking(plain).ranked(sidebar.order, limit: 1) { id in
      let row = sidebar.channelList.row(for: id)
      return [row?.summary.partner?.displayName ?? row?.channel.displayName ?? "", id.rawValue]
    }
    guard let first = found.first else { return context.refuse(.noChannel(named: name)) }
    navigator.go(to: .channel(first))
  }

  /// Goes to a channel by its place in the sidebar, counted from one.
  func go(toNumber number: Int) {
    let numbered = sidebar.unfolded
    guard number > 0, numbered.indices.contains(number - 1) else { return context.refuse(.noChannel(number)) }
    navigator.go(to: .channel(numbered[number - 1]))
  }

  // MARK: Making

  /// Creates a channel. With members, or encrypted, it is not public. Asks first if there are members: they are notified at once.
  func create(_ argument: String) {
    let line = CreateLine(argument)
    guard !line.name.isEmpty else { return context.refuse(.usage(of: .create)) }
    guard !line.isEncrypted || context.checkAbilities([.encrypts]) else { return }
    guard !line.people.isEmpty else { return make(line, with: []) }
    askAbout(line.people) { [context] people in
      context.ask(
        "Create #\(line.name)?", "\(people.names) will be invited and see it at once.",
        yes: "create it and invite them", no: "do not create it"
      ) { [weak self] in self?.make(line, with: people.map(\.id)) }
    }
  }

  private func make(_ line: CreateLine, with members: [UserID]) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      let made = try await client.createChannel(
        NewChannel(
          id: line.id, name: line.name, type: members.isEmpty && !line.isEncrypted ? .public : .group,
          members: members, isEncrypted: line.isEncrypted))
      await sidebar.synchronize()
      navigator.go(to: made.id, unlessTypedSince: keyCount)
    }
  }

  /// Looks up users and asks about them, unless the user has typed meanwhile.
  private func askAbout(_ names: [String], ask: @escaping ([User]) -> Void) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      let people = try await lookup.people(names)
      guard navigator.keyCount == keyCount else {
        return context.refuse(.noOneInvited(lookingUp: people.names))
      }
      ask(people)
    }
  }

  /// Opens the conversation with a user, which need not exist yet. Text after the name is added to its draft, below the
  /// existing text.
  func write(_ argument: String) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      let person = try await lookup.personOrId(words[0], among: sidebar.channelList.rows)
      let text = words.count > 1 ? words[1] : ""
      guard navigator.keyCount == keyCount else { return try keep(text, for: person) }
      navigator.go(to: .person(person))
      guard !text.isEmpty, let channel = navigator.channel else { return }
      try append(text, in: channel)
      let name = sidebar.names.name(of: channel.key)
      context.say(.textWaits(for: name, sentBy: context.key(of: .composer(.send))))
    }
  }

  /// Adds text to the draft to a user without opening that conversation.
  private func keep(_ text: String, for person: UserID) throws {
    guard !text.isEmpty else {
      TypedCommand.current?.didStay()
      return context.say(.found(person.rawValue))
    }
    let id = navigator.place(with: person)
    guard let conversation = navigator.conversation(at: id) else { return }
    let draft = conversation.composer.draft
    let caret = draft.utf8Caret
    try append(text, in: conversation)
    // A user who is already in that conversation continues typing there.
    if conversation === navigator.channel { draft.utf8Caret = caret } else { TypedCommand.current?.didStay() }
    let name = sidebar.names.name(of: id)
    context.say(.textIsDraft(to: name))
  }

  private func append(_ text: String, in conversation: Conversation) throws {
    let composer = conversation.composer
    // The text does not belong to a message that was already sent.
    if let edited = composer.draft.editedMessage { throw OutboxError.editUnderWay(edited.id) }
    composer.append(text)
  }

  /// - Parameter name: the user to ignore; if empty, all ignored users are listed.
  func ignore(_ name: String) {
    guard !name.isEmpty else { return context.showList(IgnoredSource(context: context)) }
    context.attempt { [context, lookup] in
      let person = try await lookup.person(name)
      guard person.id != context.client.currentUser.id else { return context.refuse(.thatIsYou) }
      context.setIgnored(true, person)
    }
  }

  // MARK: Changing

  /// Asks first: an invitation cannot be withdrawn.
  func invite(_ names: String, to id: ChannelID) {
    askAbout(names.words) { [context, sidebar] people in
      context.ask(
        "Invite to \(sidebar.names.name(of: id))?", "\(people.names) will see the invitation at once.",
        yes: "invite them", no: "do not invite"
      ) { [weak self] in self?.change(id) { try await $0.addMembers(people.map(\.id)) } }
    }
  }

  /// Marks everything as read, including messages not loaded before.
  func markRead(_ id: ChannelID) {
    change(id) { controller in
      try await controller.synchronize()
      try await controller.markRead()
    }
  }

  private func change(_ id: ChannelID, _ body: @escaping @MainActor (ChannelController) async throws -> Void)
  {
    let controller = client.channelController(for: id)
    context.attempt { try await body(controller) }
  }

  /// Toggles whether the channel is a favourite.
  func toggleFavourite(_ id: ChannelID) {
    let isWanted = sidebar.channelList.row(for: id)?.preferences.isFavourite != true
    context.attempt { [self] in
      try await client.channelController(for: id).update(ChannelPreferencesChange(isFavourite: isWanted))
      // The user moves the row explicitly, so the walk no longer keeps it in place.
      sidebar.endWalk()
      let name = sidebar.names.name(of: id)
      context.say(isWanted ? .favourite(name) : .noFavourite(name))
    }
  }
}

nonisolated extension [User] {
  /// "Ana García (@ana) and Ben Okafor (@ben)".
  fileprivate var names: String { map { "\($0.displayName) (\($0.id.handle))" }.list("and") }
}

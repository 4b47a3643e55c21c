import ChatControllers
import ChatDomain
import ChatScreens

extension App {
  /// The number of messages per page in line mode.
  static let pageOfLines = 10

  /// Reads the last messages of this place aloud again.
  func readBack(_ count: Int) {
    guard let narrator, let focused else { return }
    narrator.reading.forget()
    readOlder(count, in: focused)
  }

  /// Reads the messages before those read last, or after them: the equivalent of scrolling in line mode.
  ///
  /// - Returns: whether the program is in line mode.
  func readOn(_ count: Int) -> Bool {
    guard let narrator else { return false }
    guard let focused else { return true }
    if narrator.reading.place != focused.composer.key { narrator.reading.forget() }
    if count > 0 { readOlder(count, in: focused) } else { readNewer(-count, in: focused) }
    return true
  }

  private func readOlder(_ count: Int, in conversation: Conversation) {
    attempt { [weak self] in
      let source = conversation.source
      while let self, self.beginning(of: conversation) < count, source.timeline.hasOlder {
        // The loaded messages are read even if the rest cannot be loaded.
        do { if try await source.loadOlder() == 0 { break } } catch {
          self.say("older messages did not come", because: error)
          break
        }
      }
      guard let self else { return }
      let end = self.beginning(of: conversation)
      self.read(max(0, end - count)..<end, in: conversation, orSay: "There is nothing before that")
    }
  }

  /// The message to read next, upwards.
  private func beginning(of conversation: Conversation) -> Int {
    let first = narrator?.reading.first.flatMap { conversation.source.timeline.index(of: $0) }
    return first ?? conversation.messages.count
  }

  private func readNewer(_ count: Int, in conversation: Conversation) {
    let total = conversation.messages.count
    let start =
      narrator?.reading.last.flatMap { conversation.source.timeline.index(of: $0) }.map { $0 + 1 } ?? total
    read(start..<min(total, start + count), in: conversation, orSay: "There is nothing after that")
  }

  private func read(_ range: Range<Int>, in conversation: Conversation, orSay nothing: String) {
    let messages = conversation.messages[range.clamped(to: conversation.messages.indices)]
    guard !messages.isEmpty else { return say(Notice(nothing)) }
    let key = conversation.composer.key
    for message in messages { narrator?.add(sentence(of: message, heardIn: key)) }
    narrator?.reading.note(messages, in: key)
    inbox.wake()
  }

  /// Lists the channels and the state of each. What is folded away has no number, as in the list on the screen.
  func readChannels() {
    guard let narrator else { return show(.switcher) }
    let numbers = Dictionary(uniqueKeysWithValues: sidebar.unfolded.enumerated().map { ($1, $0 + 1) })
    for id in sidebar.order {
      guard let row = sidebar.channelList.row(for: id) else { continue }
      let name = placeNames.name(of: id)
      var parts = [numbers[id].map { "\($0): \(name)" } ?? name]
      if row.unreadCount > 0 { parts.append("\(row.unreadCount) unread") }
      if row.mentionCount > 0 { parts.append(counted(row.mentionCount, "mention", "mentions")) }
      if let draft = row.draft { parts.append("draft: \(Excerpt.beginning(of: draft.text, limit: 60))") }
      if row.failedMessage != nil { parts.append("a message was not sent") }
      if id == channel?.composer.key.channelId { parts.append("you are here") }
      narrator.add(parts.joined(separator: ", "))
    }
    inbox.wake()
  }

  /// Goes to a channel or a user by name or number.
  func goTo(_ name: String) {
    guard !name.isEmpty else { return show(.switcher) }
    if let number = Int(name) {
      let numbered = sidebar.unfolded
      guard number > 0, numbered.indices.contains(number - 1) else {
        return say(Notice("There is no channel \(number)", .warning))
      }
      return go(to: .channel(numbered[number - 1]))
    }
    let plain = name.hasPrefix("#") || name.hasPrefix("@") ? String(name.dropFirst()) : name
    let found = NameRanking(plain).ranked(sidebar.order, limit: 1) { id in
      let row = sidebar.channelList.row(for: id)
      return [row?.summary.partner?.displayName ?? row?.channel.displayName ?? "", id.rawValue]
    }
    guard let first = found.first else {
      return say(Notice("You are in no channel called \(name); /join comes into one", .warning))
    }
    go(to: .channel(first))
  }

  /// Discards the last failure in a place.
  func discardFailure(in key: DraftKey) {
    let failed = client.pendingWork(in: key.channelId).filter {
      $0.failure != nil && $0.message.isSeen(in: key)
    }
    guard let last = failed.last else { return say(Notice("There is nothing to discard")) }
    act(on: last.message) { [weak self] controller in
      try await controller.discardFailure()
      guard let self else { return }
      let hasWords =
        last.message.localState != .deletingFailed && !last.message.text.allSatisfy(\.isWhitespace)
      let isFound = hasWords && client.configuration.isDraftMessagesEnabled
      self.say(
        Notice(isFound ? "given up; \(self.keys(of: .global(.draftHistory))) has the words" : "given up"))
    }
  }

  /// Switches whether typing is announced.
  func tellTyping(_ word: String) {
    guard let narrator else { return say(Notice("Who types stands above the composer")) }
    switch word {
    case "on": narrator.tellsTyping = true
    case "off": narrator.tellsTyping = false
    case "": narrator.tellsTyping.toggle()
    default: return say(Notice("It is on or off", .warning))
    }
    say(Notice(narrator.tellsTyping ? "It is said who types" : "It is not said who types"))
  }
}

nonisolated extension Message {
  /// Whether the message is shown among those of a place.
  func isSeen(in key: DraftKey) -> Bool {
    parentId == key.parentId || key.parentId == nil && isShownInChannel
  }
}

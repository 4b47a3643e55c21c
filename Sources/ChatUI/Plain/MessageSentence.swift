import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

extension App {
  /// A message as one line: author, time, and text.
  ///
  /// - Parameter heard: the listener's place; a message from elsewhere says where it is.
  func sentence(of message: Message, heardIn heard: DraftKey?) -> String {
    let me = client.currentUser.id
    var parts: [String] = []
    if let place = place(of: message, heardIn: heard) { parts.append(place + ":") }
    if message.author.id != me, message.mentionedUsers.contains(me) { parts.append("you are mentioned:") }
    guard message.kind == .regular else { return (parts + [message.text]).joined(separator: " ") }
    var head = "\(message.author.shownName(to: me)), \(calendar.time(message.createdAt))"
    if let state = Spoken.state(of: message) { head += ", \(state)" }
    if message.editedAt != nil, !message.isDeleted { head += ", edited" }
    if message.pin?.holds(at: client.clock.now) == true { head += ", pinned" }
    parts.append(head + ":")
    parts.append(words(of: message))
    return parts.joined(separator: " ")
  }

  /// The text and attachments of a message.
  func words(of message: Message) -> String {
    if let placeholder = message.placeholder { return placeholder }
    var parts: [String] = []
    if let quoted = message.quoted {
      let author = quoted.author.shownName(to: client.currentUser.id)
      parts.append("(quoting \(author): \(Excerpt.beginning(of: quoted.shownText(), limit: 60)))")
    }
    if !message.text.isBlank { parts.append(message.text) }
    for file in message.files { parts.append("(file \(file.name), \(ComposerPane.size(file.size)))") }
    for line in work.lines(of: message) where !message.files.contains(where: { $0.name == line.name }) {
      parts.append("(file \(line.name))")
    }
    for reaction in message.reactions {
      parts.append("(\(counted(reaction.users.count, "reaction", "reactions")) \(reaction.name))")
    }
    if let count = message.threadInfo?.replyCount, count > 0 {
      parts.append("(\(counted(count, "reply", "replies")))")
    }
    return parts.joined(separator: " ")
  }

  private func place(of message: Message, heardIn heard: DraftKey?) -> String? {
    let channel = placeNames.name(of: message.channelId)
    guard let heard, heard.channelId == message.channelId else {
      return message.parentId == nil ? "In \(channel)" : "In a thread in \(channel)"
    }
    if message.parentId == heard.parentId { return nil }
    guard let parent = message.parentId else { return "In \(channel)" }
    let known = self.channel?.source.timeline[parent].map { Excerpt.beginning(of: $0, limit: 40) }
    return "In the thread \(known.map { "“\($0)”" } ?? "of another message")"
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine

/// Describes messages in sentences, for users who listen.
struct MessageSentences {
  let context: AppContext
  let navigator: Navigator
  let names: ConversationNames
  let pending: PendingMessageStatus
  let encryption: EncryptionCache

  private var reader: UserID { context.client.currentUser.id }

  /// A message as one line: author, time, and text.
  ///
  /// - Parameter listener: the listener's place; a message from elsewhere says where it is.
  func sentence(of message: Message, heardIn listener: DraftKey?) -> String {
    var parts: [String] = []
    if let place = place(of: message, heardIn: listener) { parts.append(place + ":") }
    if message.author.id != reader, message.mentions(reader) { parts.append("you are mentioned:") }
    guard message.kind == .regular else {
      return (parts + [message.shown(to: reader).text]).joined(separator: " ")
    }
    let time = context.calendar.time(message.createdAt)
    // An action begins with the name of its author.
    let isAction = message.placeholder == nil && message.elements.isAction
    var head = isAction ? time : "\(message.author.shownName(to: reader)), \(time)"
    if let state = Spoken.state(of: message) { head += ", \(state)" }
    if message.editedAt != nil, !message.isDeleted { head += ", edited" }
    if message.isInClear, names.channels.row(for: message.channelId)?.channel.isEncrypted == true {
      head += ", not encrypted"
    }
    if let mark = message.encryptionNote?.mark { head += ", \(mark)" }
    if message.pin?.holds(at: context.client.clock.now) == true { head += ", pinned" }
    parts.append(head + ":")
    parts.append(contents(of: message))
    return parts.joined(separator: " ")
  }

  /// The text and attachments of a message.
  func contents(of message: Message) -> String {
    let message = message.shown(to: reader)
    if let placeholder = message.placeholder {
      return [placeholder, encryption.advice(on: message)].compactMap(\.self).joined(separator: "; ")
    }
    var parts: [String] = []
    if let quoted = message.quoted {
      let author = quoted.namesAuthor ? "" : "\(quoted.author.shownName(to: reader)): "
      parts.append("(quoting \(author)\(Excerpt.beginning(of: quoted.shownText(), limit: 60)))")
    }
    if !message.text.isBlank { parts.append(words(of: message)) }
    for file in message.files {
      let size = file.toldSize.map { ", \(ByteCount($0))" } ?? ""
      parts.append("(file \(file.title)\(size))")
    }
    for upload in pending.uploads(of: message)
    where !message.files.contains(where: { $0.name == upload.name }) {
      parts.append("(file \(upload.name))")
    }
    for reaction in message.reactions {
      parts.append("(\(counted(reaction.users.count, "reaction", "reactions")) \(reaction.name))")
    }
    if let count = message.threadInfo?.replyCount, count > 0 {
      parts.append("(\(counted(count, "reply", "replies")))")
    }
    return parts.joined(separator: " ")
  }

  private func words(of message: Message) -> String {
    let name = message.author.displayName
    guard context.settings.composer.messageFormat == .plain else {
      return message.elements.words(by: name, upTo: .max)
    }
    return message.elements.action.map { "* \(name) \($0.typed.text)" } ?? message.elements.typed.text
  }

  private func place(of message: Message, heardIn listener: DraftKey?) -> String? {
    let channel = names.name(of: message.channelId)
    guard let listener, listener.channelId == message.channelId else {
      return message.parentId == nil ? "In \(channel)" : "In a thread in \(channel)"
    }
    if message.parentId == listener.parentId { return nil }
    guard let parent = message.parentId else { return "In \(channel)" }
    let known = navigator.channel?.source.timeline[parent].map {
      Excerpt.beginning(of: $0.shown(to: reader), limit: 40)
    }
    return "In the thread \(known.map { "“\($0)”" } ?? "of another message")"
  }
}

/// Spoken forms of what a screen shows through its look and symbols.
nonisolated enum Spoken {
  static func sentence(of notice: Notice) -> String {
    switch notice.tone {
    case .quiet, .good: words(notice.text)
    case .warning: "Warning: " + words(notice.text)
    case .error: "Error: " + words(notice.text)
    }
  }

  /// A row of a list as a sentence.
  static func sentence(of row: PanelRow) -> String {
    [row.text, row.detail, row.trailing].filter { !$0.isEmpty }.map(words).joined(separator: ", ")
  }

  /// The name of a message's local state; nil if there is none to announce.
  static func state(of message: Message) -> String? {
    switch message.localState {
    case nil: nil
    case .pendingSend: "queued"
    case .sending: "sending"
    case .sendingFailed: "failed"
    case .pendingSync: "edit queued"
    case .syncing: "editing"
    case .syncingFailed: "edit failed"
    case .deleting: "deleting"
    case .deletingFailed: "not deleted"
    }
  }

  /// Replaces a leading symbol by words, because every screen reader names it differently.
  static func words(_ text: String) -> String {
    for (sign, word) in [("✎ ", "draft: "), ("↳ ", "thread: "), ("▤ ", "file "), ("✗ ", "failed: ")]
    where text.hasPrefix(sign) {
      return word + text.dropFirst(sign.count)
    }
    return text
  }
}

import ChatControllers
import ChatDomain

/// An event in the log. No event, at any level, contains the words of a message or a draft, only their ids.
enum LogEvent: Hashable {
  case started(version: String, profile: String, process: Int32)
  /// News about the store when it was opened, or later, in the words for the user.
  case storage(String, LogLevel)
  case notice(ClientNotice)
  /// The terminal could not be used.
  case terminal(String)
  case ended(saveFailure: String?)

  /// Nil for an event that is not worth logging.
  var entry: (level: LogLevel, text: String)? {
    switch self {
    case .started(let version, let profile, let process):
      (.info, "\(version) started, profile \(profile), process \(process)")
    case .storage(let sentence, let level): (level, "store: \(sentence)")
    case .notice(let notice): notice.entry
    case .terminal(let sentence): (.error, "terminal: \(sentence)")
    case .ended(let failure?): (.error, "ended, and not everything was saved: \(failure)")
    case .ended(nil): (.info, "ended")
    }
  }
}

extension ClientNotice {
  fileprivate var entry: (level: LogLevel, text: String)? {
    switch self {
    case .store(let error?): (.error, "store: \(error)")
    case .store(nil): (.info, "store: works again")
    case .takenOver(let differing):
      (.info, "store: taken over, \(counted(differing.count, "draft differs", "drafts differ"))")
    case .connection(let state): state.entry
    case .condition(let condition): condition.entry
    case .eventsMissed: (.warning, "connection: events were missed, everything is reloaded")
    case .outbox(let change): change.entry
    case .upload(let progress): progress.entry
    case .draft(let change): (.debug, "draft \(change.key.name): \(change.cause.word)")
    case .prospect(let change): change.entry
    case .historyForgotten(let key, let text):
      (.info, "history \(key.map(\.name) ?? "of all drafts"): \(text == nil ? "" : "a text ")forgotten")
    case .threadRead(let event): (.debug, "thread \(event.parentId) in \(event.channelId): read")
    case .event(let event): (.debug, "event: \(event.words)")
    }
  }
}

extension ConnectionState {
  fileprivate var entry: (level: LogLevel, text: String) {
    switch self {
    case .connecting: (.info, "connection: connecting")
    case .online: (.info, "connection: online")
    case .offline(let until, let reason): (.warning, "connection: offline until \(until.utc): \(reason)")
    case .signedOut: (.warning, "connection: signed out")
    case .stopped: (.info, "connection: stopped")
    }
  }
}

extension ServiceCondition {
  fileprivate var entry: (level: LogLevel, text: String) {
    let limit = limitedUntil.map { ", rate limited until \($0.utc)" } ?? ""
    let words =
      switch link {
      case .connecting: "connecting"
      case .catchingUp(let rest):
        rest.channelsLeft.map {
          "catching up, \($0) of \(counted(rest.channels, "channel", "channels")) left"
        }
          ?? "catching up"
      case .online: "online"
      case .offline(let since): "offline\(since.map { " since \($0.utc)" } ?? "")"
      case .failing(let fault): "\(fault)"
      case .signedOut: "signed out"
      }
    let held = hold.map { ", held up: \($0)" } ?? ""
    return (hold == nil ? .debug : .warning, "service: \(words)\(limit)\(held)")
  }
}

extension ProspectChange {
  fileprivate var entry: (level: LogLevel, text: String) {
    switch outcome {
    case .named(let user): (.debug, "\(prospect): known as \(user.displayName)")
    case .made(let channel): (.info, "\(prospect): is \(channel) now")
    }
  }
}

extension OutboxChange {
  fileprivate var entry: (level: LogLevel, text: String) {
    let name = "message \(messageId) in \(channelId), transaction \(transactionId)"
    switch outcome {
    case .waiting(let entry):
      let state = entry.message.localState?.rawValue ?? "waiting"
      guard let failure = entry.failure else {
        return (.info, "\(name): \(entry.work.word), \(state), tries \(entry.attempts)")
      }
      return (.error, "\(name): \(entry.work.word), \(state): \(failure)")
    case .done(let message): return (.info, "\(name): done\(message.map { ", is \($0.id)" } ?? "")")
    case .withdrawn: return (.info, "\(name): withdrawn")
    }
  }
}

extension OutboxEntry.Work {
  fileprivate var word: String {
    switch self {
    case .send: "send"
    case .edit: "edit"
    case .delete: "delete"
    case .pin: "pin"
    case .unpin: "unpin"
    case .react: "react"
    }
  }
}

extension UploadProgress {
  fileprivate var entry: (level: LogLevel, text: String) {
    let name = "file \(index + 1) of transaction \(transactionId)"
    return switch state {
    case .sending(let bytes, let size): (.debug, "\(name): \(bytes) of \(size) bytes")
    // What follows # is the key of an encrypted file.
    case .finished(let file): (.info, "\(name): uploaded, is \(file.id.rawValue.prefix { $0 != "#" })")
    case .failed(let error): (.error, "\(name): \(error)")
    case .waiting: (.info, "\(name): waits")
    }
  }
}

extension DraftKey {
  fileprivate var name: String { parentId.map { "\(channelId)/\($0)" } ?? channelId.rawValue }
}

extension DraftChange.Cause {
  fileprivate var word: String {
    switch self {
    case .edited: "edited"
    case .replaced(let wereOwn): wereOwn ? "replaced by another device" : "changed by another device"
    case .merged(let conflicts): "merged with another device's, conflicts \(conflicts)"
    case .deleted: "deleted"
    case .editLost: "the message that was edited was deleted"
    }
  }
}

extension ChatEvent {
  fileprivate var words: String {
    switch self {
    case .messageCreated(let message): "message \(message.id) in \(message.channelId)"
    case .messageUpdated(let message): "message \(message.id) in \(message.channelId) changed"
    case .messageDeleted(let event): "message \(event.messageId) in \(event.channelId) deleted"
    case .threadInfoUpdated: "thread changed"
    case .channelUpdated(let channel): "channel \(channel.id) changed"
    case .memberJoined(let membership): "\(membership.user.id) joined \(membership.channelId)"
    case .memberLeft(let channel, let user): "\(user) left \(channel)"
    case .typing(let event):
      "\(event.user.id) \(event.isTyping ? "types" : "stopped typing") in \(event.channelId)"
    case .presenceChanged(let user, _): "presence of \(user)"
    case .readPositionChanged(let channel, let user, _): "\(user) read \(channel)"
    case .threadReadPositionChanged(let event):
      "thread \(event.parentId) in \(event.channelId) read elsewhere"
    case .threadReceiptChanged(let event): "\(event.userId) read threads in \(event.channelId)"
    case .channelPreferencesChanged(let channel, _): "preferences for \(channel) changed"
    case .mentioned(let event): "\(event.by) mentioned \(event.mentioned) in \(event.channelId)"
    case .draftUpdated(let event): "draft of \(event.channelId) saved elsewhere"
    case .draftDeleted(let event): "draft of \(event.key.channelId) deleted elsewhere"
    case .invited(let invitation): "\(invitation.invitedBy.id) invited to \(invitation.id)"
    case .invitationEnded(let channel): "invitation to \(channel) ended"
    case .inboxChanged(let change): "inbox: \(change.unreadCount) unread"
    case .knocksChanged(let channel): "requests to join \(channel) changed"
    case .limitsChanged: "limits changed"
    case .rolesChanged: "roles changed"
    case .spacesChanged(let spaces): "\(spaces.count) spaces changed"
    case .encryptionChanged(let state): "encryption: next step \(state.nextStep)"
    case .recipientsChanged(let channel): "recipients of \(channel) changed"
    }
  }
}

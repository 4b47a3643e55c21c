/// The reason a service did not carry out a request.
public enum ChatError: Error, Hashable, Sendable {
  /// The service gave no usable answer. Unless the failure says otherwise, it may have carried out the request.
  case connection(ConnectionFailure)
  /// The user is signed out on this device, and nothing was done. The same request can succeed only after the user has signed
  /// in again.
  case signedOut
  /// The account is on hold, and nothing was done. The same request can succeed after the hold has ended; the client cannot end
  /// the hold.
  case held(AccountHold)
  /// The service refused the request, and would refuse it again.
  case refused(Refusal)
  /// Another device saved the draft in the meantime; `current` is nil if it deleted the draft.
  case draftConflict(current: DraftMessage?, revision: DraftRevision)
  /// The stream can no longer be resumed at that token; everything shown must be loaded again.
  case eventsGone
  /// The requesting task was cancelled.
  case cancelled

  /// Why a service gave no usable answer.
  public enum ConnectionFailure: Hashable, Sendable {
    /// The service cannot be reached at the moment. Nothing was done.
    case offline
    /// The request was sent and not answered in time; it may have been carried out.
    case timedOut
    /// The connection broke while the request or its answer was in transit.
    case interrupted
    /// Rate limited. The service refuses the same request until the wait is over, if it named one.
    case busy(retryAfter: Duration?)
    /// The service sent an unusable answer. The request may have been carried out.
    case badAnswer(AnswerFault)
  }

  /// What is wrong with the answer of a service.
  public enum AnswerFault: Hashable, Sendable {
    /// The service failed with this status. It refuses the same request until the wait is over, if it named one.
    case failure(status: Int, retryAfter: Duration?)
    /// The answer cannot be parsed.
    case unreadable
    /// The answer is larger than the limit in bytes, and was not read.
    case tooLarge(limit: Int)
  }

  /// Why a service refuses a request. Repeating the same request changes nothing.
  public enum Refusal: Hashable, Sendable {
    /// The subject of the request does not exist, or is hidden from the user; the text names it.
    case notFound(String)
    /// Only members of the channel may make the request.
    case notAMember
    /// The user has no permission, for example to edit another user's message.
    case notAllowed
    /// The requested id is taken; the text says by what.
    case alreadyExists(String)
    /// A message needs text or a file.
    case emptyMessage
    /// The markup is longer than ``ServiceLimits/messageBytes``.
    case messageTooLong(bytes: Int, limit: Int)
    /// A file is larger than ``ServiceLimits/fileBytes``.
    case fileTooLarge(name: String, bytes: Int, limit: Int)
    /// There are more files than ``ServiceLimits/filesPerMessage``, or fewer than the call needs.
    case wrongNumberOfFiles(count: Int, limit: Int)
    /// The bytes of a file could not be read on this device.
    case fileUnreadable(name: String)
    /// An upload was finished before all announced bytes had arrived.
    case uploadIncomplete(received: Int, size: Int)
    /// Threads are one level deep: reply to the message at the head of the thread instead.
    case replyToReply
    /// A message without an author cannot be replied to.
    case replyToSystemMessage
    /// The message at the head of the thread is gone.
    case replyToDeletedMessage
    /// The message to edit, quote, pin or react to is gone.
    case messageDeleted
    /// The message is encrypted, and this device cannot read its text.
    case messageUnreadable
    /// The item to edit is not a text message but a poll or a sticker from another program.
    case messageNotEditable
    /// The channel is encrypted, and takes no unencrypted messages.
    case encryptedChannel
    /// The message was written for an encrypted channel, and the channel is not encrypted. An edit of the failed message sends it
    /// unencrypted.
    case unencryptedChannel
    /// The channel is encrypted, and the keys of this device are lost. A new sign-in gets new ones.
    case keysDamaged
    /// The channel was replaced by another one, and takes no more messages.
    case channelReplaced(by: ChannelID)
    /// The user is a member of the channel, but may only read.
    case readOnlyChannel
    /// The quote would show the message to users who may not read it.
    case quoteFromOtherChannel
    /// The attached data nests arrays or objects deeper than can be stored.
    case nestedTooDeep(limit: Int)
    /// The cursor is from another list or too old; start again with the first page.
    case invalidCursor
    /// The service lacks the ability, see ``ChatService/abilities``. A client refuses the request without sending it.
    case notSupported(ServiceAbility)
    /// Joining the channel is restricted, and the user is not allowed to.
    case notAdmitted(ChannelAdmission)
    /// The channel reserves this for a higher role than the user has.
    case needsRole(MemberRole)
    /// The request is too large for the service, which names no limit.
    case tooLarge
    /// A value breaks a rule of the service; the text says which value.
    case invalid(String)
    /// The identity of these members is not the one that this device knows. The user can accept it.
    case identityChanged([UserID])
    /// The typed recovery key or passphrase opens nothing; the text says why.
    case recoveryKey(String)
    /// The service asks for the account's password.
    case needsPassword
  }

  /// Whether the same request can succeed later without any action in this client.
  public var isWorthRetrying: Bool {
    switch self {
    case .connection: true
    case .held(let hold): hold != .closed
    case .signedOut, .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// Whether work that failed for this reason is kept, to be retried: after a while, after the user has signed in again, or after
  /// the hold has ended. Work is kept for a closed account too.
  public var canSucceedLater: Bool { isWorthRetrying || self == .signedOut || self == .held(.closed) }

  /// Whether the service gave no usable answer or the account is on hold. In that case the local copy is read instead.
  public var isWithoutService: Bool {
    switch self {
    case .connection, .held: true
    case .signedOut, .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// How long the service asks to wait before the same request; nil if it does not say.
  public var retryAfter: Duration? {
    switch self {
    case .connection(.busy(let wait)), .connection(.badAnswer(.failure(_, let wait))): wait
    default: nil
    }
  }
}

extension ChatError: CustomStringConvertible {
  /// The reason, phrased to follow a colon: "Not sent: there is no connection".
  public var description: String {
    switch self {
    case .connection(.offline): "there is no connection"
    case .connection(.timedOut): "the service did not answer in time"
    case .connection(.interrupted): "the connection was lost"
    case .connection(.busy(nil)): "the service is busy; try again in a while"
    case .connection(.busy(let wait?)): "the service is busy; try again in \(Self.words(for: wait))"
    case .connection(.badAnswer(let fault)): fault.description
    case .signedOut: "you are signed out; sign in again to continue"
    case .held(let hold): hold.description
    case .refused(let refusal): refusal.description
    case .draftConflict: "another device changed the draft in the meantime"
    case .eventsGone: "too much has changed since the last connection; everything is reloaded"
    case .cancelled: "it was cancelled"
    }
  }

  /// A wait in seconds or, if it is long, in minutes.
  private static func words(for wait: Duration) -> String {
    let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    return seconds <= 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}

extension ChatError.AnswerFault: CustomStringConvertible {
  /// What the service did, phrased to be followed by a comma and the consequence.
  public var description: String {
    switch self {
    case .failure(let status, _): "the server returned an error (\(status))"
    case .unreadable: "the server's answer is unreadable"
    case .tooLarge(let limit):
      "the server's answer is larger than \(limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit) bytes")"
    }
  }
}

extension ChatError.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(""): "it no longer exists"
    case .notFound(let what): "there is no \(what)"
    case .notAMember: "you are not in this channel"
    case .notAllowed: "you are not allowed to do that"
    case .alreadyExists(let what): "\(what) already exists; choose another name"
    case .emptyMessage: "there is nothing to send"
    case .messageTooLong(let bytes, let limit):
      "the message has \(bytes) bytes; the limit is \(limit): shorten it or attach it as a file"
    case .fileTooLarge(let name, let bytes, let limit):
      "the file \(name) is too large: \(bytes) bytes, and the limit is \(limit)"
    case .wrongNumberOfFiles(let count, let limit) where count <= limit:
      "\(count) are too few for a message of several files"
    case .wrongNumberOfFiles(let count, let limit): "\(count) files in one message; the limit is \(limit)"
    case .fileUnreadable(let name): "the file \(name) cannot be read"
    case .uploadIncomplete(let received, let size): "only \(received) of \(size) bytes arrived; send it again"
    case .replyToReply: "a reply cannot have replies; reply to the message above it"
    case .replyToSystemMessage: "service messages cannot have replies"
    case .replyToDeletedMessage: "the message was deleted"
    case .messageDeleted: "the message was deleted"
    case .messageUnreadable: "the message is encrypted and cannot be read yet"
    case .messageNotEditable: "polls and stickers cannot be edited"
    case .encryptedChannel: "the channel is encrypted, and this device cannot encrypt"
    case .keysDamaged:
      "the encryption keys on this device are damaged; sign out and in again, then send it again"
    case .unencryptedChannel:
      "the channel is not encrypted, and this was written as encrypted; if you edit it, it is sent unencrypted"
    case .channelReplaced(let successor): "the channel was replaced by \(successor)"
    case .readOnlyChannel: "you can only read in this channel"
    case .quoteFromOtherChannel: "a message from another channel cannot be quoted here"
    case .nestedTooDeep(let limit): "the message is nested too deeply; the limit is \(limit) levels"
    case .invalidCursor: "the list is out of date; open it again"
    case .notSupported(let ability): ability.description
    case .notAdmitted(let admission): admission.refusal
    case .needsRole(.owner): "only the owner can do that here"
    case .needsRole(let role): "only \(role.rawValue)s can do that here"
    case .tooLarge: "it is too large for the server: make it shorter"
    case .invalid(let what): "\(what) is not valid"
    case .identityChanged(let users):
      "the identity of \(users.map(\.rawValue).joined(separator: ", ")) changed; accept it first"
    case .recoveryKey(let reason): reason
    case .needsPassword: "the server asks for your password"
    }
  }
}

extension ChannelAdmission {
  /// Why the user may not join.
  fileprivate var refusal: String {
    switch self {
    case .everybody: "the channel does not let you in"
    case .invitation: "this channel is by invitation only"
    case .knocking: "you can join this channel only after your request is accepted"
    case .otherMembers: "only members of certain other channels can join this one"
    }
  }
}

/// Why a service refuses all requests of an authenticated account, or all that other users would notice. The client cannot end
/// the hold.
public enum AccountHold: Hashable, Sendable {
  /// The account may only read.
  case suspended
  /// The account may do nothing. Its session resumes once it is unlocked.
  case locked
  /// The account was closed permanently.
  case closed
  /// The account has expired.
  case expired
  /// The user has to accept the terms of the service on a web page first; nil if the service does not name the page.
  case termsNotAccepted(page: String?)
  /// The service has reached one of its limits, such as its number of users; the contact is the operator's.
  case serviceLimit(contact: String?)
}

extension AccountHold: CustomStringConvertible {
  /// The reason and what the user can do about it, phrased to follow a colon.
  public var description: String {
    switch self {
    case .suspended:
      "the server has suspended your account: you can read, but not write; ask the server's administrator"
    case .locked: "the server has locked your account; only its administrator can unlock it"
    case .closed: "your account was closed for good; the data here can still be read and exported"
    case .expired:
      "your account has expired; renew it as the server's mail says, or ask its administrator"
    case .termsNotAccepted(let page?): "you have to agree to the server's terms first, at \(page)"
    case .termsNotAccepted(nil):
      "you have to agree to the server's terms first, on its page in the browser"
    case .serviceLimit(let contact?):
      "the server has reached a limit; its administrator can raise it: \(contact)"
    case .serviceLimit(nil): "the server has reached a limit, which only its administrator can raise"
    }
  }
}

import ChatDomain
import DraftEngine
import TestSupport

extension RandomValues {
  mutating func key() -> DraftKey {
    DraftKey(channelId: ChannelID(text()), parentId: maybe { MessageID($0.text()) })
  }

  mutating func content() -> DraftContent {
    DraftContent(
      elements: elements(), files: some { $0.file() }, quoted: maybe { $0.quote() }, isShownInChannel: flag())
  }

  mutating func draft() -> StoredDraft {
    StoredDraft(
      key: key(), content: content(), inputFiles: some { $0.inputFile() }, caret: integer(),
      edit: maybe { values in
        StoredEdit(
          messageId: MessageID(values.text()), elements: values.elements(), caret: values.integer(),
          files: values.maybe { values in values.some { $0.file() } },
          inputFiles: values.some { $0.inputFile() }, isEncrypted: values.flag())
      },
      createdAt: time(), updatedAt: time(),
      ancestor: maybe { values in
        SyncedDraft(revision: values.integer(), content: values.maybe { $0.content() })
      },
      isAncestorSpent: flag(), unanswered: some { DraftDigest($0.maybe { $0.content() }) },
      isEncrypted: flag())
  }

  mutating func history() -> DraftHistoryEntry {
    DraftHistoryEntry(
      key: key(), elements: elements(), reason: generator.one(of: DraftHistoryEntry.Reason.allCases),
      at: time(), files: some { $0.text() })
  }

  mutating func summary() -> ChannelSummary {
    ChannelSummary(
      channel: Channel(
        id: ChannelID(text()), name: maybe { $0.text() },
        type: generator.one(of: [.public, .group, .direct]), topic: maybe { $0.text() }, createdAt: time(),
        updatedAt: time(), successor: maybe { ChannelID($0.text()) },
        predecessor: maybe { ChannelID($0.text()) }, isServiceNotice: flag(),
        isEncrypted: flag()),
      memberCount: integer(), partner: maybe { $0.user() }, lastMessage: maybe { $0.message() },
      reading: ReadPosition(
        lastRead: maybe { $0.token() }, unreadCount: integer(), mentionCount: integer(),
        isMarkedUnread: flag()),
      preferences: ChannelPreferences(
        isFavourite: flag(), notifications: generator.one(of: NotificationLevel.allCases),
        revision: UInt64(generator.below(1 << 40))))
  }

  mutating func outboxEntry() -> OutboxEntry {
    OutboxEntry(
      sequence: integer(), transactionId: TransactionID(text()), work: work(), message: message(),
      inputFiles: some { $0.inputFile() }, attempts: integer(), failure: maybe { $0.error() },
      deletesOnArrival: flag(), deletesHard: flag(),
      notBefore: maybe { $0.time() })
  }

  private mutating func work() -> OutboxEntry.Work {
    switch generator.below(5) {
    case 0: .send(newMessage())
    case 1:
      .edit(
        MessageEdit(
          transactionId: TransactionID(text()), channelId: ChannelID(text()), messageId: MessageID(text()),
          markup: text(), files: some { FileID($0.text()) }))
    case 2: .delete(hard: flag())
    case 3: .pin(pinning())
    default: .unpin
    }
  }

  private mutating func newMessage() -> NewMessage {
    var message = NewMessage(
      transactionId: TransactionID(text()), channelId: ChannelID(text()),
      parentId: maybe { MessageID($0.text()) }, markup: text(), files: some { FileID($0.text()) },
      quoted: maybe { $0.quote() }, isShownInChannel: flag(), pinning: maybe { $0.pinning() },
      delivery: DeliveryOptions(
        shouldStore: flag(), timeToLive: maybe { $0.integer() }, usePost: flag()),
      extras: extras())
    message.isEncrypted = flag()
    return message
  }

  private mutating func pinning() -> Pinning { Pinning(expiresAt: maybe { $0.time() }) }

  mutating func error() -> ChatError {
    switch generator.below(6) {
    case 0:
      .connection(
        generator.one(of: [
          .offline, .timedOut, .interrupted, .busy(retryAfter: nil), .busy(retryAfter: duration()),
          .badAnswer(.failure(status: generator.below(600), retryAfter: maybe { $0.duration() })),
          .badAnswer(.unreadable), .badAnswer(.tooLarge(limit: generator.below(1 << 30))),
        ]))
    case 4: .signedOut
    case 1: .refused(refusal())
    case 2: .draftConflict(current: maybe { $0.draftMessage() }, revision: integer())
    case 3: .eventsGone
    default: .cancelled
    }
  }

  private mutating func duration() -> Duration {
    Duration(secondsComponent: max(.min + 1, Int64(integer())), attosecondsComponent: 0)
      + (flag() ? .nanoseconds(generator.below(1_000_000_000)) : .zero)
  }

  private mutating func refusal() -> ChatError.Refusal {
    generator.one(of: [
      .notFound(text()), .notAMember, .notAllowed, .alreadyExists(text()), .emptyMessage,
      .messageTooLong(bytes: integer(), limit: integer()),
      .fileTooLarge(name: text(), bytes: integer(), limit: integer()),
      .wrongNumberOfFiles(count: integer(), limit: integer()), .fileUnreadable(name: text()),
      .uploadIncomplete(received: integer(), size: integer()), .replyToReply, .replyToSystemMessage,
      .replyToDeletedMessage, .messageDeleted, .quoteFromOtherChannel, .invalidCursor, .invalid(text()),
      .nestedTooDeep(limit: integer()), .messageUnreadable, .encryptedChannel, .unencryptedChannel,
      .keysDamaged, .needsPassword,
      .identityChanged(some { UserID($0.text()) }), .recoveryKey(text()),
      .notSupported(generator.one(of: ServiceAbility.allCases)),
      .notAdmitted(generator.one(of: ChannelAdmission.allCases)),
      .needsRole(generator.one(of: MemberRole.allCases)), .channelReplaced(by: ChannelID(text())),
      .readOnlyChannel, .messageNotEditable,
    ])
  }

  private mutating func draftMessage() -> DraftMessage {
    DraftMessage(
      key: key(), content: content(), revision: integer(), createdAt: time(), updatedAt: time(),
      savedBy: DeviceID(text()))
  }
}

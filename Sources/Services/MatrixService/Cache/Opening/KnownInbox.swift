import ChatDomain

/// What concerns the user, as it was read of the file: it is asked for with every answer, and seldom another.
struct KnownInbox {
  /// Those whose message is here and shown, the newest first.
  let items: [CachedInboxItem]
  /// The messages of all: when one of them comes or changes, others may be shown.
  let messages: Set<MessageID>
  /// How many are in the file, also of what is not shown.
  let rowCount: Int
}

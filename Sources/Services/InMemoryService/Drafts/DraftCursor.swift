import ChatDomain

/// Where a list of drafts continues: after a draft that may have been changed or deleted since.
struct DraftCursor {
  /// A placeholder in the last draft's position: it has only the dates and the key.
  let place: DraftMessage

  init(_ place: DraftMessage) { self.place = place }

  init(_ cursor: Cursor) throws(ChatError) {
    // Ids may contain any character, so the length of the first one comes before it.
    let parts = cursor.rawValue.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "d", let created = Int64(parts[1]), let updated = Int64(parts[2]),
      let length = Int(parts[3]), length >= 0, parts[4].utf8.count >= length
    else { throw .refused(.invalidCursor) }
    let bytes = Array(parts[4].utf8)
    let thread = String(decoding: bytes[length...], as: UTF8.self)
    let key = DraftKey(
      channelId: ChannelID(String(decoding: bytes[..<length], as: UTF8.self)),
      parentId: thread.isEmpty ? nil : MessageID(thread))
    self.init(
      DraftMessage(
        key: key, content: DraftContent(), revision: 0, createdAt: Timestamp(microseconds: created),
        updatedAt: Timestamp(microseconds: updated), savedBy: ""))
  }

  var cursor: Cursor {
    let channel = place.channelId.rawValue
    return Cursor(
      "d:\(place.createdAt.microseconds):\(place.updatedAt.microseconds):\(channel.utf8.count):"
        + channel + (place.threadId?.rawValue ?? ""))
  }
}

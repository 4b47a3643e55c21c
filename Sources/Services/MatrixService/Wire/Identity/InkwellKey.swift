import ChatDomain

/// The names of what only our own clients understand. Other clients carry these keys along and do not show them.
enum InkwellKey {
  /// Everything begins with it, so that it meets nobody else's.
  static let namespace = "chat.inkwell"

  /// The text in our own notation, where the body alone would lose something.
  static let markup = "\(namespace).markup"
  /// The transaction, for the sender's other devices.
  static let transaction = "\(namespace).txn"
  /// Whether a reply in a thread is also shown in the room.
  static let shown = "\(namespace).shown"
  static let quoted = "\(namespace).quoted"
  static let meta = "\(namespace).meta"
  static let push = "\(namespace).push"
  static let languages = "\(namespace).langs"
  static let template = "\(namespace).template"
  /// In a redaction: nothing of the message remains, not even its place.
  static let hard = "\(namespace).hard"
  /// In a redaction: the root of the thread, which the redacted event no longer says.
  static let parent = "\(namespace).parent"
  static let pins = "\(namespace).pins"
  /// Account data of a room: what the person wanted of it, before that was kept where all clients keep it.
  static let preferences = "\(namespace).preferences"
  /// What the person marked as read of all that concerns them, in their account data.
  static let inbox = "\(namespace).inbox"

  /// The type of the account data that holds what one device drafted in a room.
  static func draft(of device: DeviceID) -> String { "\(draftPrefix)\(device)" }

  /// The device whose drafts account data of this type holds; nil for every other type.
  static func device(ofDraft type: String) -> DeviceID? {
    guard type.utf8.starts(with: draftPrefix.utf8) else { return nil }
    return DeviceID(matrix: String(decoding: type.utf8.dropFirst(draftPrefix.utf8.count), as: UTF8.self))
  }

  private static let draftPrefix = "\(namespace).draft."
}

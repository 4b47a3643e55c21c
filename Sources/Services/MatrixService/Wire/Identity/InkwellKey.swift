import ChatDomain

/// Keys and types that only our own clients understand. Other clients preserve and ignore them.
enum InkwellKey {
  /// The prefix of all keys.
  static let namespace = "chat.inkwell"

  /// The text in our markup, if neither the body nor its HTML gives the same elements.
  static let markup = "\(namespace).markup"
  /// The transaction id, for the sender's other devices.
  static let transaction = "\(namespace).txn"
  /// Whether a reply in a thread is also shown in the room.
  static let shown = "\(namespace).shown"
  static let quoted = "\(namespace).quoted"
  static let meta = "\(namespace).meta"
  static let push = "\(namespace).push"
  static let languages = "\(namespace).langs"
  /// In a cached event: marks an event that was encrypted; see `MatrixEvent.isEncrypted`.
  static let encryption = "\(namespace).encryption"
  static let template = "\(namespace).template"
  /// In a redaction: a hard deletion.
  static let hard = "\(namespace).hard"
  /// In a redaction: the root of the thread, which the redacted event has lost.
  static let parent = "\(namespace).parent"
  static let pins = "\(namespace).pins"
  /// Account data of a room: preferences of earlier versions.
  static let preferences = "\(namespace).preferences"
  /// Account data: the read mark of the inbox.
  static let inbox = "\(namespace).inbox"

  /// The account data type for the drafts of one device.
  static func draft(of device: DeviceID) -> String { "\(draftPrefix)\(device)" }

  /// The device in a type that ``draft(of:)`` made; nil for other types.
  static func device(ofDraft type: String) -> DeviceID? {
    guard type.utf8.starts(with: draftPrefix.utf8) else { return nil }
    return DeviceID(matrix: String(decoding: type.utf8.dropFirst(draftPrefix.utf8.count), as: UTF8.self))
  }

  private static let draftPrefix = "\(namespace).draft."
}

import ChatDomain
import DraftEngine
import JSON

/// The drafts of one device in one room. Only that device writes them.
struct DraftSlot: Hashable, Sendable {
  /// A draft as the device saved it.
  struct Entry: Hashable, Sendable {
    var revision: DraftRevision
    /// The revision that it replaced.
    var base: DraftRevision
    var content: DraftContent
    var dates: DraftDates
    /// Whether the draft is deleted. Account data cannot be removed, so the entry stays.
    var isDeleted = false
  }

  /// The announcement that the device is about to save a revision.
  struct Claim: Hashable, Sendable {
    let scope: ThreadScope
    let revision: DraftRevision
  }

  /// The size limit for slots, which every server accepts.
  static let byteLimit = 60_000

  var entries: [ThreadScope: Entry] = [:]
  var claim: Claim?
}

extension DraftSlot {
  init(_ content: JSONNode, in room: ChannelID) {
    entries = [:]
    for member in content.members {
      guard let scope = ThreadScope(text: member.key), let entry = Entry(member.value, in: room) else {
        continue
      }
      entries[scope] = entry
    }
    guard let claim = content["claim"],
      let scope = claim["key"]?.shortString.flatMap({ ThreadScope(text: $0) }),
      let revision = claim["rev"]?.revision
    else { return }
    self.claim = Claim(scope: scope, revision: revision)
  }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        for (scope, entry) in entries.sorted(by: { $0.key.text < $1.key.text }) {
          json.object(scope.text) { entry.write(to: &$0) }
        }
        guard let claim else { return }
        json.object("claim") { json in
          json.member("key", claim.scope.text)
          json.member("rev", claim.revision)
        }
      }
    }
  }
}

extension DraftSlot.Entry {
  fileprivate init?(_ node: JSONNode, in room: ChannelID) {
    guard let revision = node["rev"]?.revision, let base = node["base"]?.revision,
      let created = node["created"]?.integer, let updated = node["updated"]?.integer
    else { return nil }
    self.init(
      revision: revision, base: base, content: DraftContent(node["content"], in: room),
      dates: DraftDates(createdAt: Timestamp(wire: created), updatedAt: Timestamp(wire: updated)),
      isDeleted: node["deleted"]?.bool == true)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("rev", revision)
    json.member("base", base)
    if !isDeleted { json.object("content") { content.write(to: &$0) } }
    json.member("created", dates.createdAt.wire)
    json.member("updated", dates.updatedAt.wire)
    json.member("deleted", isDeleted)
  }
}

extension JSONNode {
  /// The number as a revision; nil if it is out of range.
  fileprivate var revision: DraftRevision? { integer.flatMap { (0..<1 << 52).contains($0) ? $0 : nil } }
}

/// The channel's own timeline, or one of its threads.
enum ThreadScope: Hashable, Sendable {
  case main
  case thread(MessageID)

  init(_ key: DraftKey) { self = key.parentId.map { .thread($0) } ?? .main }

  func key(in room: ChannelID) -> DraftKey {
    switch self {
    case .main: DraftKey(channelId: room)
    case .thread(let root): DraftKey(channelId: room, parentId: root)
    }
  }

  /// The text in receipts and draft slots.
  var text: String {
    switch self {
    case .main: "main"
    case .thread(let root): root.rawValue
    }
  }

  init?(text: String) {
    if text == "main" {
      self = .main
    } else if let root = MessageID(matrix: text) {
      self = .thread(root)
    } else {
      return nil
    }
  }
}

extension DraftContent {
  init(_ node: JSONNode?, in room: ChannelID) {
    self.init(
      elements: node?["markup"].markupElements ?? [],
      files: node?["files"].elements.prefix(100).compactMap { FileAttachment(draft: $0) } ?? [],
      quoted: node?["quoted"].flatMap { QuotedMessage($0, in: room) },
      isShownInChannel: node?["shown"]?.bool == true)
  }

  func write(to json: inout JSONWriter) {
    json.member("markup", MessageMarkup.render(elements).escapingNUL)
    if !files.isEmpty {
      json.array("files") { json in
        for file in files {
          json.object { json in
            json.member("url", file.id.rawValue)
            json.member("name", file.name.escapingNUL)
            json.member("type", file.mimeType.escapingNUL)
            json.member("size", file.size.exactEverywhere)
          }
        }
      }
    }
    if let quoted { json.object("quoted") { quoted.write(to: &$0) } }
    if isShownInChannel { json.member("shown", true) }
  }
}

extension FileAttachment {
  fileprivate init?(draft node: JSONNode) {
    guard let address = node["url"]?.shortString.flatMap({ MediaAddress($0) }),
      let name = node["name"]?.string,
      let type = node["type"]?.string, let size = node["size"]?.integer, size >= 0
    else { return nil }
    self.init(id: address.file, name: name.unescapingNUL, mimeType: type.unescapingNUL, size: size)
  }
}

extension QuotedMessage {
  /// A quote as the device saw it.
  fileprivate init?(_ node: JSONNode, in room: ChannelID) {
    guard let id = node["id"].messageID, let author = node["author"].userID,
      let elements = node["markup"].markupElements
    else { return nil }
    self.init(
      id: id, channelId: room, author: User(id: author, name: node["name"]?.string?.unescapingNUL),
      elements: elements,
      // A string, because a version may exceed the integers that Matrix allows.
      version: node["version"]?.shortString.flatMap { UInt64($0) }.map { Timetoken($0) },
      isDeleted: node["deleted"]?.bool == true)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", id.rawValue)
    json.member("author", author.id.rawValue)
    if let name = author.name { json.member("name", name.escapingNUL) }
    json.member("markup", MessageMarkup.render(elements).escapingNUL)
    if let version { json.member("version", version.description) }
    if isDeleted { json.member("deleted", true) }
  }
}

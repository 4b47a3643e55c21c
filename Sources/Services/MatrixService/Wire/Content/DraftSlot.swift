public import ChatDomain
import JSON

/// What one device drafted in one room: the value that nobody but this device writes.
public struct DraftSlot: Hashable, Sendable {
  /// A draft as this device saved it.
  public struct Entry: Hashable, Sendable {
    public var revision: DraftRevision
    /// The revision it was saved over.
    public var base: DraftRevision
    public var content: DraftContent
    public var dates: DraftDates
    /// Whether there is no draft: nothing can be deleted from account data.
    public var isDeleted: Bool

    public init(
      revision: DraftRevision, base: DraftRevision, content: DraftContent, dates: DraftDates,
      isDeleted: Bool = false
    ) {
      self.revision = revision
      self.base = base
      self.content = content
      self.dates = dates
      self.isDeleted = isDeleted
    }
  }

  /// The device is about to save this revision, if nobody else is.
  public struct Claim: Hashable, Sendable {
    public let scope: ThreadScope
    public let revision: DraftRevision

    public init(scope: ThreadScope, revision: DraftRevision) {
      self.scope = scope
      self.revision = revision
    }
  }

  /// The largest slot that is written, so that every server takes it.
  public static let byteLimit = 60_000

  public var entries: [ThreadScope: Entry]
  public var claim: Claim?

  public init(entries: [ThreadScope: Entry] = [:], claim: Claim? = nil) {
    self.entries = entries
    self.claim = claim
  }

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

  public var bytes: [UInt8] {
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
  /// A number of saves that can still be counted on.
  fileprivate var revision: DraftRevision? { integer.flatMap { (0..<1 << 52).contains($0) ? $0 : nil } }
}

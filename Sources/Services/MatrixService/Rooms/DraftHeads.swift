import ChatDomain

/// Which of the drafts that a person's devices keep is the one that counts, for the channel and each thread of a room.
///
/// Every device writes only its own slot, so none overwrites another's words; of all of them the one saved most often
/// counts, and of two such the one of the greater device. No two are meant to be, but an answer may take longer than a claim
/// lasts; then the one that counts is as if saved once more, so that the device of the other takes it for news.
struct DraftHeads {
  struct Head: Hashable {
    let device: DeviceID
    var entry: DraftSlot.Entry
    /// The revision that its device gave it.
    var savedAs: DraftRevision

    /// Nil if it is a deletion.
    func draft(for key: DraftKey) -> DraftMessage? {
      guard !entry.isDeleted else { return nil }
      return DraftMessage(
        key: key, content: entry.content, revision: entry.revision, createdAt: entry.dates.createdAt,
        updatedAt: entry.dates.updatedAt, savedBy: device)
    }
  }

  private let slots: [DeviceID: DraftSlot]

  init(_ slots: [DeviceID: DraftSlot]) { self.slots = slots }

  subscript(scope: ThreadScope) -> Head? { latest(in: scope, but: nil) }

  /// The one that counts of all devices but one.
  func latest(in scope: ThreadScope, but excluded: DeviceID?) -> Head? {
    let all = slots.compactMap { device, slot in
      device == excluded
        ? nil : slot.entries[scope].map { Head(device: device, entry: $0, savedAs: $0.revision) }
    }
    guard var head = all.max(by: { ($0.savedAs, $0.device) < ($1.savedAs, $1.device) }) else { return nil }
    head.entry.revision += all.count { $0.savedAs == head.savedAs } - 1
    return head
  }

  /// Where there is a draft or was one.
  var scopes: Set<ThreadScope> { Set(slots.values.flatMap(\.entries.keys)) }

  /// The devices other than one that are about to save a revision there, or a later one.
  func claimants(
    of scope: ThreadScope, from revision: DraftRevision, but device: DeviceID
  ) -> [DeviceID: DraftSlot.Claim] {
    slots.filter { $0.key != device }.compactMapValues { slot in
      guard let claim = slot.claim, claim.scope == scope, claim.revision >= revision else { return nil }
      return claim
    }
  }
}

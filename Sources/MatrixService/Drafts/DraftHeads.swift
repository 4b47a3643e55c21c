import ChatDomain
import MatrixWire

/// Which of the drafts that a person's devices keep is the one that counts, for each place of a room.
///
/// Every device writes only its own slot, so none overwrites another's words; of all of them the one saved most often
/// counts, and of two such the one of the greater device.
struct DraftHeads {
  struct Head: Hashable {
    let device: DeviceID
    let entry: DraftSlot.Entry

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

  subscript(place: DraftSlot.Place) -> Head? { latest(at: place, but: nil) }

  /// The one that counts of all devices but one.
  func latest(at place: DraftSlot.Place, but excluded: DeviceID?) -> Head? {
    slots.compactMap { device, slot in
      device == excluded ? nil : slot.entries[place].map { Head(device: device, entry: $0) }
    }
    .max { ($0.entry.revision, $0.device) < ($1.entry.revision, $1.device) }
  }

  /// The places that have a draft or had one.
  var places: Set<DraftSlot.Place> { Set(slots.values.flatMap(\.entries.keys)) }

  /// The devices other than one that are about to save a revision of a place, or a later one.
  func claimants(
    of place: DraftSlot.Place, from revision: DraftRevision, but device: DeviceID
  ) -> [DeviceID: DraftSlot.Claim] {
    slots.filter { $0.key != device }.compactMapValues { slot in
      guard let claim = slot.claim, claim.place == place, claim.revision >= revision else { return nil }
      return claim
    }
  }
}

import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The queue of the outbox", .watched)
struct OutboxQueueTests {
  private func entry(_ sequence: Int, of number: Int, _ generator: inout SeededGenerator) -> OutboxEntry {
    let channel = ChannelID("c\(number % 2)")
    let id = TransactionID("t\(number)")
    let parent =
      Bool.random(using: &generator) ? MessageID("t\(Int.random(in: 0..<12, using: &generator))") : nil
    var outgoing = OutgoingMessage(
      key: DraftKey(channelId: channel, parentId: parent), elements: [.plainText(text: "\(number)")])
    outgoing.isShownInChannel = Bool.random(using: &generator)
    var message = outgoing.echo(as: id, by: User(id: "ann"), at: Timestamp(seconds: Int64(sequence)))
    var work = OutboxEntry.Work.send(outgoing.request(as: id))
    if Int.random(in: 0..<3, using: &generator) == 0 {
      work = .delete(hard: false)
      message.id = MessageID("t\(Int.random(in: 0..<12, using: &generator))")
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { message.timetoken = Timetoken(UInt64(sequence)) }
    var entry = OutboxEntry(sequence: sequence, transactionId: id, work: work, message: message)
    if Int.random(in: 0..<4, using: &generator) == 0 {
      entry.failure = .refused(.notAllowed)
      entry.message.localState = .sendingFailed
    }
    return entry
  }

  @Test("A lookup equals a full search", arguments: 1...10)
  func naive(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var queue = OutboxQueue()
    var all: [OutboxEntry] = []
    var unsaved: Set<TransactionID> = []
    for _ in 1...100 {
      let number = Int.random(in: 0..<12, using: &generator)
      let id = TransactionID("t\(number)")
      let place = all.firstIndex { $0.transactionId == id }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        queue.remove(id)
        unsaved.remove(id)
        all.removeAll { $0.transactionId == id }
      case 1:
        queue.markSaved(id)
        unsaved.remove(id)
      default:
        let sequence = place.map { all[$0].sequence } ?? Int.random(in: 0..<20, using: &generator)
        let entry = entry(sequence, of: number, &generator)
        if place == nil, Bool.random(using: &generator) {
          queue.reserve(entry)
          unsaved.insert(id)
        } else {
          queue.upsert(entry)
        }
        if let place { all[place] = entry } else { all.append(entry) }
      }
      check(queue, all, unsaved)
    }
  }

  private func check(_ queue: OutboxQueue, _ all: [OutboxEntry], _ unsaved: Set<TransactionID>) {
    // The sort is stable: entries with equal numbers keep their order.
    let sorted = all.sorted { $0.sequence < $1.sequence }
    var isSame = queue.channels == Set(sorted.map(\.channelId)).sorted()
    for channel in ["c0", "c1"] as [ChannelID] {
      let entries = sorted.filter { $0.channelId == channel }
      isSame = isSame && (queue.entries(in: channel) == entries)
      let open = entries.filter { $0.failure == nil }
      let refused = Set(
        entries.filter { $0.isSend && $0.failure != nil }.map { MessageID($0.transactionId.rawValue) })
      let ready = open.filter { entry in
        guard case .send(let new) = entry.work, let parent = new.parentId else { return true }
        return !refused.contains(parent)
      }
      let next = ready.first { !$0.isAccepted } ?? open.first { $0.isAccepted }
      isSame = isSame && queue.next(in: channel) == next
      let shown = entries.filter {
        !$0.isAccepted && !$0.isLookup && !unsaved.contains($0.transactionId)
      }
      isSame =
        isSame
        && (queue.lastMessage(in: channel) == shown.last { $0.isSend && $0.message.isShownInList }?.message)
      isSame =
        isSame
        && queue.lastFailure(in: channel) == shown.last { $0.message.localState?.isFailed == true }?.message
      for number in 0..<12 {
        let message = MessageID("t\(number)")
        isSame =
          isSame
          && (queue.entries(about: message, in: channel) == entries.filter { $0.message.id == message })
        let naming = entries.filter {
          if case .send(let new) = $0.work { new.parentId == message } else { false }
        }
        isSame = isSame && (queue.entries(naming: message, in: channel) == naming)
      }
    }
    for id in all.map(\.transactionId) { isSame = isSame && queue.isSaved(id) == !unsaved.contains(id) }
    #expect(isSame)
  }
}

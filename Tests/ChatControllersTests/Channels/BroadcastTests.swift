import ChatDomain
import ChatTestSupport
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Updates for a slow listener", .watched)
struct BroadcastTests {
  private let ben = User(id: "ben")

  private func message(_ number: Int) -> Message {
    Message(
      id: MessageID("m\(number)"), channelId: "room", author: ben, elements: [],
      createdAt: Timestamp(seconds: Int64(number)))
  }

  @Test("Of updates that replace each other only the latest is queued")
  func states() async {
    let mailbox = Mailbox<CurrentUserUpdate>()
    for _ in 1...5000 { mailbox.deliver(.draftMessages([])) }
    mailbox.deliver(
      .draftDeleted(DraftDeletedEvent(key: DraftKey(channelId: "room"), revision: 1, deletedBy: "desk")))
    mailbox.deliver(
      .draftDeleted(DraftDeletedEvent(key: DraftKey(channelId: "room"), revision: 2, deletedBy: "desk")))
    #expect(mailbox.count == 2)
    #expect(await mailbox.next() == .draftMessages([]))
    guard case .draftDeleted(let event) = await mailbox.next() else {
      Issue.record("the deletion is missing")
      return
    }
    #expect(event.revision == 2)
  }

  @Test("List changes are queued in order, and too many of them become a reload")
  func changes() async {
    let mailbox = Mailbox<[ListChange<ChannelID>]>()
    for number in 0..<3 { mailbox.deliver([.inserted("room", at: number)]) }
    for number in 0..<3 { #expect(await mailbox.next() == [.inserted("room", at: number)]) }
    for number in 0...1000 { mailbox.deliver([.updated("room", at: number)]) }
    #expect(mailbox.count == 1)
    #expect(await mailbox.next() == [.reloaded])
  }

  @Test("Every received message is delivered, however much else waits")
  func received() async {
    let mailbox = Mailbox<TimelineUpdate>()
    for number in 0..<3000 {
      mailbox.deliver(.messages([.inserted(message(number).id)]))
      mailbox.deliver(.received(message(number)))
      mailbox.deliver(.typing(number.isMultiple(of: 2) ? [] : [ben]))
    }
    var numbers: [MessageID] = []
    var others: [TimelineUpdate] = []
    while mailbox.count > 0, let update = await mailbox.next() {
      if case .received(let message) = update { numbers.append(message.id) } else { others.append(update) }
    }
    #expect(numbers == (0..<3000).map { MessageID("m\($0)") })
    #expect(others.filter { $0 == .messages([.reloaded]) }.count == 1)
    #expect(others.last == .typing([ben]))
    #expect(others.count < 3000)
  }

  @Test("A waiting listener receives an update at once, and the end")
  func end() async {
    var broadcast: Broadcast<CurrentUserUpdate>? = Broadcast()
    let stream = broadcast?.stream() ?? AsyncStream(unfolding: { nil })
    let listening = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    await settle()
    broadcast?.send(.draftMessages([]))
    await settle()
    broadcast = nil
    #expect(await listening.value == 1)
  }

  @Test("A cancelled listener stops waiting")
  func cancelled() async {
    let broadcast = Broadcast<CurrentUserUpdate>()
    let stream = broadcast.stream()
    let listening = Task { for await _ in stream {} }
    await settle()
    listening.cancel()
    await listening.value
  }
}

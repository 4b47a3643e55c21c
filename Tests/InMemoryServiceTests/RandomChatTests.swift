import ChatDomain
import InMemoryService
import Testing

@Suite("In-memory service: compared with a naive model")
struct RandomChatTests {
  @Test("Counts, threads, pages and orders equal those of a full scan", arguments: 1...12)
  func model(seed: Int) async throws {
    var chat = try await RandomChat(seed: UInt64(seed))
    for step in 1...300 {
      try await chat.step()
      if step.isMultiple(of: 50) { try await compare(&chat, "seed \(seed), step \(step)") }
    }
  }

  private func compare(_ chat: inout RandomChat, _ place: Comment) async throws {
    chat.model.expire(at: chat.clock.now)
    for user in RandomChat.people {
      let device = try chat.device(user)
      let summaries = try await pages { try await device.channels(ListQuery(limit: 2, cursor: $0)) }
      #expect(summaries.count == RandomChat.channels.count, place)
      let order = chat.model.order(of: RandomChat.channels)
      #expect(Array(summaries.map(\.id).filter(order.contains)) == order, place)
      for summary in summaries {
        #expect(summary.reading == chat.model.reading(of: user, in: summary.id), place)
        #expect(summary.lastMessage?.id == chat.model.messages(in: summary.id).last?.id, place)
      }
      let threads = try await pages { try await device.threads(ListQuery(limit: 3, cursor: $0)) }
      #expect(threads.map(\.id) == chat.model.threads(of: user, in: Set(RandomChat.channels)), place)
      for thread in threads {
        #expect(thread.reading.unreadReplies == chat.model.unreadReplies(of: user, under: thread.id), place)
      }
    }
    let device = try chat.device("ann")
    for channel in RandomChat.channels {
      let expected = chat.model.messages(in: channel)
      let all = try await history(channel, nil, device)
      #expect(all.map(\.id) == expected.map(\.id), place)
      #expect(all.map(\.elements) == expected.map(\.elements), place)
      #expect(all.map(\.isDeleted) == expected.map(\.isDeleted), place)
      for parent in all where parent.threadInfo != nil {
        #expect(parent.threadInfo?.replyCount == chat.model.replyCount(under: parent.id), place)
        #expect(
          parent.threadInfo?.mostRepliedUsers.map(\.id) == chat.model.mostReplied(under: parent.id), place)
        let replies = try await history(channel, parent.id, device)
        #expect(replies.map(\.id) == chat.model.replies(under: parent.id).map(\.id), place)
      }
      for message in all where message.threadInfo == nil {
        #expect(chat.model.replyCount(under: message.id) == 0, place)
      }
    }
  }

  private func pages<Element>(_ ask: (Cursor?) async throws -> Page<Element>) async throws -> [Element] {
    var page = try await ask(nil)
    var all = page.elements
    while let next = page.next {
      page = try await ask(next)
      all += page.elements
    }
    return all
  }

  /// The whole history, once from the end and once from the middle in both directions.
  private func history(
    _ channel: ChannelID, _ parent: MessageID?, _ device: InMemoryDevice
  ) async throws -> [Message] {
    func page(_ position: MessageQuery.Position) async throws -> Page<Message> {
      try await device.messages(
        MessageQuery(channelId: channel, parentId: parent, position: position, limit: 7))
    }
    var backward: [Message] = []
    var current = try await page(.newest)
    backward = current.elements
    while let previous = current.previous {
      current = try await page(.before(previous))
      backward = current.elements + backward
    }
    guard !backward.isEmpty else { return [] }
    let start = try await page(.around(backward[backward.count / 2].id))
    var both = start.elements
    current = start
    while let next = current.next {
      current = try await page(.after(next))
      both += current.elements
    }
    current = start
    while let previous = current.previous {
      current = try await page(.before(previous))
      both = current.elements + both
    }
    #expect(both.map(\.id) == backward.map(\.id))
    return backward
  }
}

import ChatDomain
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension ShuffledWorld {
  /// All differences between this client and one that was just started.
  func differences() async throws -> [String] {
    try await channelDifferences() + threadListDifferences() + timelineDifferences()
  }

  private func channelDifferences() async throws -> [String] {
    let served = try await truth.channels(ListQuery(limit: 100)).elements
    let wanted = served.map { "\($0.id) \($0.picture)" }
    let shown = channelList.rows.map { "\($0.id) \($0.summary.picture)" }
    var found = shown == wanted ? [] : ["channels:\n  shown  \(shown)\n  wanted \(wanted)"]
    for controller in controllers {
      guard let summary = served.first(where: { $0.id == controller.channelId }) else { continue }
      guard controller.summary?.reading != summary.reading || controller.channel?.name != summary.channel.name
      else { continue }
      found.append(
        "\(summary.id): shown \(controller.summary?.picture ?? "-"), wanted \(summary.picture)")
    }
    return found
  }

  private func threadListDifferences() async throws -> [String] {
    let wanted = try await truth.threads(ListQuery(limit: 100)).elements.map { thread in
      "\(thread.parent.picture), \(thread.lastReply?.picture ?? "-"), \(thread.reading.unreadReplies)"
    }
    let shown = threadList.rows.filter(\.isListed).map { row in
      "\(row.parent?.picture ?? "-"), \(row.lastReply?.picture ?? "-"), \(row.reading.unreadReplies)"
    }
    let isRight =
      threadList.hasLoadedAll ? shown == wanted : shown == Array(wanted.prefix(shown.count))
    return isRight ? [] : ["threads:\n  shown  \(shown)\n  wanted \(wanted)"]
  }

  private func timelineDifferences() async throws -> [String] {
    var found: [String] = []
    let joined = Set(try await truth.channels(ListQuery(limit: 100)).elements.map(\.id))
    for controller in controllers where joined.contains(controller.channelId) {
      found += try await differences(of: controller.feed.timeline, "\(controller.channelId)")
    }
    for thread in threads where joined.contains(thread.channelId) {
      let parent: Message?
      do { parent = try await truth.message(thread.messageId, in: thread.channelId) } catch { parent = nil }
      if thread.message?.picture != parent?.picture {
        found.append(
          "\(thread.messageId): shown \(thread.message?.picture ?? "-"), wanted \(parent?.picture ?? "-")")
      }
      if parent != nil {
        found += try await differences(of: thread.feed.timeline, "thread \(thread.messageId)")
      }
    }
    return found
  }

  private func differences(of timeline: MessageTimeline, _ name: String) async throws -> [String] {
    var wanted: [Message] = []
    var position = MessageQuery.Position.oldest
    while true {
      let page = try await truth.messages(
        MessageQuery(
          channelId: timeline.channelId, parentId: timeline.parentId, position: position, limit: 100))
      wanted += page.elements
      guard let next = page.next else { break }
      position = .after(next)
    }
    let shown = timeline.messages.map(\.picture)
    let expected = wanted.filter { message in
      message.timetoken.map { timeline.window.span.contains($0.rawValue) } ?? false
    }.map(\.picture)
    if shown == expected { return [] }
    let (missing, extra) = (expected.filter { !shown.contains($0) }, shown.filter { !expected.contains($0) })
    return ["\(name): shown \(extra), wanted \(missing)"]
  }
}

extension ChannelSummary {
  nonisolated fileprivate var picture: String {
    "\(channel.name ?? "-") \(lastMessage?.picture ?? "-") \(reading.unreadCount) unread, "
      + "\(reading.mentionCount) mentions, read to \(reading.lastRead.map(\.description) ?? "-")"
  }
}

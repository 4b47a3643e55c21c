import ChatDomain
import DraftEngine
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// Every device shows the service's state.
  func viewLaws(_ history: History) async -> [String] {
    var found: [String] = []
    for person in people {
      for device in person.devices {
        for (id, controller) in device.channels.sorted(by: { $0.key < $1.key }) {
          let truth = history.seen[person.user.id, default: []].filter {
            $0.channelId == id && ($0.parentId == nil || $0.isShownInChannel)
          }
          found += law(of: controller.feed.timeline, truth, "\(device.name) in \(id)")
        }
        for (id, controller) in device.threads.sorted(by: { $0.key < $1.key }) {
          let truth = history.seen[person.user.id, default: []]
          let parent = truth.first { $0.id == id }
          let name = "\(device.name) under \(id)"
          // A parent that was hard-deleted before it was shown cannot be opened.
          if parent == nil, !controller.timeline.isLoaded { continue }
          found += law(of: controller.feed.timeline, truth.filter { $0.parentId == id }, name)
          if controller.timeline.isLoaded,
            controller.messageTimeline.base(of: id).map(\.picture) != parent.map(\.picture)
          {
            found.append(
              "\(name): \(controller.messageTimeline.base(of: id)?.picture ?? "nothing") is \(parent?.picture ?? "gone")"
            )
          }
        }
      }
    }
    return found
  }

  private func law(of timeline: MessageTimeline, _ truth: [Message], _ name: String) -> [String] {
    guard timeline.isLoaded else { return ["\(name): nothing is loaded"] }
    let shown = timeline.messages.compactMap { timeline.base(of: $0.id) }
    let first = shown.first?.timetoken ?? Timetoken(0)
    let last = shown.last?.timetoken ?? Timetoken(0)
    let sorted = truth.sorted { ($0.timetoken?.rawValue ?? 0) < ($1.timetoken?.rawValue ?? 0) }
    let wanted = sorted.filter { message in
      guard let token = message.timetoken else { return false }
      return (!timeline.hasOlder || token >= first) && (!timeline.hasNewer || token <= last)
    }
    let left = shown.map(\.picture)
    let right = wanted.map(\.picture)
    if left == right { return [] }
    let (missing, extra) = (right.filter { !left.contains($0) }, left.filter { !right.contains($0) })
    return ["\(name): shows \(extra), and the service has \(missing)"]
  }

  /// Unread counts equal a recount of all messages.
  func readingLaws(_ history: History) async -> [String] {
    var found: [String] = []
    for person in people {
      let me = person.user.id
      for channel in channels {
        guard let truth = await reading(of: channel, by: person) else { continue }
        let unread = history.seen[me, default: []].filter { message in
          message.channelId == channel && message.kind == .regular && !message.isDeleted
            && message.author.id != me
            && (message.parentId == nil || message.isShownInChannel)
            && message.timetoken ?? Timetoken(0) > truth.lastRead ?? Timetoken(0)
        }
        let mentions = unread.filter { $0.mentionedUsers.contains(me) }
        if truth.unreadCount != unread.count || truth.mentionCount != mentions.count {
          found.append(
            "\(me) has \(truth) in \(channel), and a recount gives \(unread.count), \(mentions.count)")
        }
        for device in person.devices {
          guard let shown = device.channels[channel]?.summary?.reading, shown != truth else { continue }
          found.append("\(device.name) shows \(shown) in \(channel), and the service has \(truth)")
        }
      }
    }
    return found
  }

  private func reading(of channel: ChannelID, by person: Person) async -> ReadPosition? {
    do {
      return try await person.truth.channel(channel).reading
    } catch {
      trouble.append("the truth about \(channel) cannot be had: \(error)")
      return nil
    }
  }

  /// Thread infos equal a recount of the replies.
  func threadLaws(_ history: History) -> [String] {
    guard let person = people.first else { return [] }
    let all = history.seen[person.user.id, default: []]
    return all.compactMap { parent in
      guard let info = parent.threadInfo else { return nil }
      let replies = all.filter { $0.parentId == parent.id && !$0.isDeleted }
      let last = replies.map(\.createdAt).max()
      if info.replyCount == replies.count, info.lastRepliedAt == last { return nil }
      return
        "\(parent.id) says \(info.replyCount), \(info.lastRepliedAt as Any), a recount \(replies.count), \(last as Any)"
    }
  }
}

extension Message {
  /// All visible parts of the message.
  nonisolated var picture: String {
    let marks = reactions.map { "\($0.name)\($0.users)" } + (pin.map { ["pin by \($0.by)"] } ?? [])
    let thread = threadInfo.map { "\($0.replyCount) \($0.mostRepliedUsers.map(\.id)) \($0.updatedAt)" } ?? "-"
    // The text of a deleted message is hidden, and so is whether it was edited.
    let state = isDeleted ? "deleted" : editedAt == nil ? "" : "edited"
    let quote = quoted.map { "> \($0.elements.text)" } ?? ""
    return "\(id) \(elements) \(files.map(\.name)) \(marks) \(state) \(quote) thread \(thread)"
  }
}

extension World {
  /// Every device's thread list equals the service's: the threads, their order and their read positions.
  func threadListLaws() async -> [String] {
    var found: [String] = []
    for person in people {
      guard let truth = await threads(of: person) else { continue }
      for device in person.devices {
        guard let list = device.threadList else { continue }
        let shown = list.rows.filter(\.isListed).map { row in
          picture(row.key.parentId, last: row.lastReply, row.reading)
        }
        let wanted = truth.map { picture($0.id, last: $0.lastReply, $0.reading) }
        let isComplete =
          list.hasLoadedAll ? shown == wanted : shown == Array(wanted.prefix(shown.count))
        if !isComplete { found.append("\(device.name) lists \(shown), and the service \(wanted)") }
      }
    }
    return found
  }

  private func picture(_ parent: MessageID?, last: Message?, _ reading: ThreadReadPosition) -> String {
    "\(parent?.rawValue ?? "-"): \(last?.id.rawValue ?? "-"), \(reading.unreadReplies) unread"
  }

  private func threads(of person: Person) async -> [ThreadSummary]? {
    var query = ListQuery(limit: 100)
    var all: [ThreadSummary] = []
    do {
      repeat {
        let page = try await person.truth.threads(query)
        all += page.elements
        query.cursor = page.next
      } while query.cursor != nil
      return all
    } catch {
      trouble.append("the threads of \(person.user.id) cannot be had: \(error)")
      return nil
    }
  }
}

import ChatDomain
import InMemoryService

@testable import ChatControllers

extension World {
  /// What the list of threads shows on a device is what the service lists: which, in which order, and how far each was
  /// read, on whatever device that was.
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
          list.hasLoadedAllThreads ? shown == wanted : shown == Array(wanted.prefix(shown.count))
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

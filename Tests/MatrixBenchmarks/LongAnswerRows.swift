import ChatControllers
import ChatDomain
import ChatPlatform
import Foundation
import InMemoryService
import MatrixService
import Measuring
import Synchronization

/// The delay of other work by a large sync answer.
enum LongAnswerRows {
  private static let group = "an answer of 5 MB and what it holds up"
  private static let account = AccountAnswers(rooms: 200)
  private static let messages = account.later(2, events: 70, in: 200, from: 1000)

  /// Reads the answer off the actor, before anything of it can be shown.
  private static func reading() -> Contest {
    Contest(
      group: group, name: "read", limit: 40e6, note: note,
      contestants: [
        Contestant(name: "SyncAnswer") { stopwatch in
          var isEmpty = true
          try stopwatch.measure {
            isEmpty = try SyncAnswer(messages.bytes, for: UserID(AccountAnswers.me)).isEmpty
          }
          stopwatch.keep(isEmpty ? 0 : 1)
        }
      ])
  }

  /// A call that needs only the service actor, repeated.
  private static func waiting() -> Contest {
    Contest(
      group: group, name: "the longest wait of another call meanwhile", limit: 40e6, note: note, fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try ReadyAccount(answers: [account.first()])
          _ = try await account.service.currentEventToken()
          account.transport.push(messages.bytes)
          let service = account.service
          let taking = Task { try await service.currentEventToken() }
          let end = Task { _ = await taking.result }
          var isOver = false
          Task {
            await end.value
            isOver = true
          }
          let clock = ContinuousClock()
          var longest = Duration.zero
          while !isOver {
            let start = clock.now
            await service.setOffline(false)
            longest = max(longest, clock.now - start)
            try await Task.sleep(for: .milliseconds(1))
          }
          _ = try await taking.value
          stopwatch.take(longest / .nanoseconds(1))
          stopwatch.keep(messages.events)
          try await account.end()
        }
      ])
  }

  /// The client with its channel list receives as many events as a stream holds, while the service is otherwise idle.
  private static func screen() -> Contest {
    let messages = Self.account.later(2, events: 35, in: 200, from: 1000)
    return Contest(
      group: group, name: "the longest turn of the main actor, processor", limit: 4e6,
      note: "\(messages.events) messages", fewest: 9,
      contestants: [
        Contestant(name: "ChatClient") { stopwatch in
          let account = try ReadyAccount(answers: [Self.account.first()])
          let client = ChatClient(service: account.service, store: InMemoryStore(), clock: RunningClock())
          let list = ChannelListController(client: client)
          try await client.start()
          while client.connection != .online { await Task.yield() }
          try await list.synchronize()
          account.transport.push(messages.bytes)
          let isTaken = Flag()
          Task.detached { [service = account.service] in
            _ = try await service.currentEventToken()
            isTaken.isUp.store(true, ordering: .releasing)
          }
          // The main actor is blocked until all events are in the stream.
          while !isTaken.isUp.load(ordering: .acquiring) { usleep(1000) }
          let last = MessageID(AccountAnswers.message(1000 + messages.events))
          var longest = 0.0
          while list.row(for: ChannelID(AccountAnswers.room(199)))?.summary.lastMessage?.id != last {
            let (thread, own, all) = (pthread_self(), threadTime(), processorTime())
            await Task.yield()
            // Process time includes other threads; so thread time is used if the main actor is still on this thread.
            let isSame = pthread_equal(pthread_self(), thread) != 0
            longest = max(longest, min(isSame ? threadTime() - own : .infinity, processorTime() - all))
          }
          stopwatch.take(longest)
          stopwatch.keep(list.count)
          try await client.stop()
          try await account.end()
        }
      ])
  }

  /// The initial sync as servers send it: nearly all of it is room members.
  private static func members() -> Contest {
    let account = AccountAnswers(rooms: 200, people: 90)
    let answer = account.first()
    return Contest(
      group: group, name: "members of 200 rooms, to the list of 50", limit: 1.5e9,
      note: "\(answer.count / 1000) kB", fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try ReadyAccount(answers: [answer])
          var count = 0
          try await stopwatch.measureWaiting {
            count = try await account.service.channels(ListQuery(limit: 50)).elements.count
          }
          precondition(count == 50)
          stopwatch.keep(count)
          try await account.end()
        }
      ])
  }

  private static var note: String { "\(messages.bytes.count / 1000) kB, \(messages.events) messages" }

  static let all: [() -> Contest] = [{ reading() }, { waiting() }, { screen() }, { members() }]
}

/// The processor time of this thread so far, in nanoseconds.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private nonisolated final class Flag: Sendable {
  let isUp = Atomic(false)
}

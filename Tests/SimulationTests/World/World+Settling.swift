import ChatDomain
import InMemoryService

@testable import ChatControllers

extension World {
  /// Lets everything run that can run without time going on.
  ///
  /// A yield lets each job that waits have its turn once. It is quiet when many of them in a row moved nothing that
  /// can be seen from here.
  func settle() async {
    if !(await comesToRest { fingerprint }) { trouble.append(Self.restlessness) }
  }

  static let restlessness = "it does not come to rest without time going on"

  private var fingerprint: [Int] {
    var counts = [clock.sleeperCount]
    for person in people { counts.append(person.events.count) }
    for device in devices {
      counts.append(device.line.requestCounts.values.reduce(0, +))
      counts.append(device.store.writes)
      counts.append(device.sendings.notices)
    }
    return counts
  }

  /// All faults go, and time goes on until nothing is left to do.
  func comeToRest() async {
    for device in devices {
      await device.line.setFaults(.none)
      device.store.inner.setFaults(.none)
      device.storeFails = false
    }
    note("the faults end")
    for device in devices { await lookAgain(on: device) }
    for _ in 0..<400 {
      await settle()
      if pending.isEmpty { return }
      clock.advance(by: .milliseconds(500))
    }
    trouble.append("after 200 seconds without faults there is still: " + pending.joined(separator: "; "))
  }

  /// What is still to be done, in words.
  var pending: [String] {
    devices.flatMap { device -> [String] in
      var left: [String] = []
      if device.client.connection != .online { left.append("\(device.name) is \(device.client.connection)") }
      for entry in device.client.outbox.queue.all where entry.failure == nil {
        left.append("\(device.name) has \(entry.transactionId) \(entry.work) \(entry.attempts) attempts")
      }
      for state in device.client.drafts.registry.all
      where state.needsPublishing || state.publication?.task != nil || state.publication?.timer != nil
        || state.storage.isDirty
      {
        left.append("\(device.name) has a draft to tell in \(state.key): \(state.sync)")
      }
      if device.client.drafts.catchUp.isNeeded || device.client.drafts.catchUp.task != nil {
        left.append("\(device.name) looks through its drafts")
      }
      if device.client.writer.failure != nil { left.append("\(device.name) has a store that fails") }
      for (id, channel) in device.channels
      where channel.feed.isUnfinished || channel.summaryFeed.refreshing.isRunning {
        left.append("\(device.name) shows \(id) as it was")
      }
      for (id, thread) in device.threads where thread.feed.isUnfinished {
        left.append("\(device.name) shows the thread under \(id) as it was")
      }
      if let threads = device.threadList?.list, threads.needsReload || threads.reloading.isRunning {
        left.append("\(device.name) shows its threads as they were")
      }
      return left
    }
  }
}

/// Yields until nothing moves any more that can be seen in the counts, many times in a row.
///
/// - Returns: whether it came to that before the patience ended.
func comesToRest(_ counts: () -> [Int]) async -> Bool {
  var last = counts()
  var quiet = 0
  for _ in 0..<20_000 where quiet < 40 {
    await Task.yield()
    let now = counts()
    quiet = now == last ? quiet + 1 : 0
    last = now
  }
  return quiet >= 40
}

extension TimelineFeed {
  /// Whether it knows that it does not show what the service has.
  var isUnfinished: Bool { timeline.loading.isLoading || isStale }
}

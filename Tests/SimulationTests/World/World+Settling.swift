import ChatDomain
import ChatTestSupport
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// Yields until nothing happens without a change of the clock.
  ///
  /// A yield gives each ready job a turn. The world is idle when many yields in a row change nothing observable.
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

  /// Ends all faults, and advances the clock until nothing is left to do.
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

  /// Descriptions of the unfinished work.
  var pending: [String] {
    devices.flatMap { device -> [String] in
      var left: [String] = []
      if device.client.connection != .online { left.append("\(device.name) is \(device.client.connection)") }
      for entry in device.client.engine.outbox.queue.all where entry.failure == nil {
        left.append("\(device.name) has \(entry.transactionId) \(entry.work) \(entry.attempts) attempts")
      }
      for state in device.client.engine.drafts.registry.all
      where state.needsPublishing || state.publication?.task != nil || state.publication?.timer != nil
        || state.storage.isDirty
      {
        left.append("\(device.name) has a draft to tell in \(state.key): \(state.sync)")
      }
      if device.client.engine.drafts.publisher.needsCatchUp
        || device.client.engine.drafts.publisher.catchingUp != nil
      {
        left.append("\(device.name) looks through its drafts")
      }
      if device.client.engine.writer.failure != nil { left.append("\(device.name) has a store that fails") }
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

/// Yields until the counts have not changed many times in a row.
///
/// - Returns: whether that happened within the limit.
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
  /// Whether the controller reports that it is not up to date.
  var isUnfinished: Bool { timeline.loading.isLoading || isStale }
}

extension World {
  /// Acts on a device.
  func befall(_ step: Step, on device: Device) async {
    switch step {
    case .weather:
      let (name, faults) = weather()
      note("\(device.name) \(name)")
      await device.line.setFaults(faults)
    case .calm:
      note("\(device.name) calm")
      await device.line.setFaults(.none)
    case .storeFails:
      let faults = happens(0.5) ? StoreFaults.full : StoreFaults(writing: .full, batchesBefore: pick(0...3))
      note("\(device.name) store fails after \(faults.batchesBefore ?? 0)")
      device.storeFails = true
      device.unkept.formUnion(device.composedWords)
      device.store.inner.setFaults(faults)
    case .storeWorks:
      guard let ill = pick(devices.filter(\.storeFails)) else { return }
      note("\(ill.name) store works")
      ill.store.inner.setFaults(.none)
      ill.storeFails = false
    case .crash:
      note("\(device.name) crash\(device.storeFails ? " without a store" : "")")
      if device.storeFails {
        words.forgive(device.unkept.union(device.composedWords))
        uncertainDeletions.formUnion(unkeptDeletions[device.name] ?? [])
      }
      uncertainDeletions.formUnion(begunDeletions.removeValue(forKey: device.name) ?? [])
      device.unkept = []
      await device.crash()
      if happens(0.5) { await settle() }
      await device.start()
    default:
      let time = pick(100...20_000)
      note("wait \(time)ms")
      clock.advance(by: .milliseconds(time))
    }
  }

  private func weather() -> (String, ServiceFaults) {
    var faults = happens(0.5) ? ServiceFaults.unsteady : .none
    let latency: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(800)
    switch pick(0...4) {
    case 0: return ("offline", .offline)
    case 1:
      faults.latency = latency
      return ("slow", faults)
    case 2:
      faults.uploadDelay = latency
      faults.uploadFailure = 0.5
      return ("slow uploads", faults)
    case 3:
      faults.refusals = [
        RefusedRequest([.send, .edit, .delete, .pin, .finishUpload], in: pick(channels), .notAllowed)
      ]
      return ("refused", faults)
    default:
      faults = .unsteady
      faults.latency = latency
      faults.streamBreak = 0.1
      return ("unsteady", faults)
    }
  }
}

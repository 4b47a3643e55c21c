import ChatDomain
import LoopbackServer
import MatrixService

@testable import ChatControllers

extension Run {
  /// All faults go, and nobody does anything any more, until nothing is left to do.
  func comeToRest() async throws {
    for device in devices {
      device.weather.kind = .calm
      device.relay.isDown = false
      await device.service.setOffline(false)
    }
    note("the faults end")
    var quiet = 0
    for turn in 0..<3000 {
      if turn % 20 == 0 { for device in devices { device.openAgain() } }
      try await pause()
      quiet = pending.isEmpty ? quiet + 1 : 0
      // What everybody has done is here once everybody has asked for it.
      if quiet % 4 == 3 { for device in devices { _ = try await device.service.currentEventToken() } }
      if quiet == 12 { return }
    }
    trouble.append(
      "in 3000 turns without faults it does not come to rest: " + pending.joined(separator: "; "))
  }

  /// What is still to be done, in words.
  private var pending: [String] {
    devices.flatMap { device -> [String] in
      var left: [String] = []
      if device.client.connection != .online { left.append("\(device.name) is \(device.client.connection)") }
      for entry in device.queued where entry.failure == nil {
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
      for (id, channel) in device.channels
      where !channel.timeline.isLoaded || channel.feed.timeline.loading.isLoading || channel.feed.isStale
        || channel.summaryFeed.refreshing.isRunning
      {
        left.append("\(device.name) shows \(id) as it was")
      }
      return left
    }
  }
}

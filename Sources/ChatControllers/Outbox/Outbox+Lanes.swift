import ChatDomain

extension Outbox {
  /// Works through a channel's entries, unless that is already running or there is a pause.
  func work(in channel: ChannelID) {
    guard isRunning, nextEntry(in: channel) != nil else { return }
    var lane = lanes[channel] ?? ChannelSendState(pause: RetryPause(configuration))
    guard lane.worker == nil, lane.timer == nil, !lane.isSignedOut else { return }
    lane.worker = Task { await drain(channel) }
    lanes[channel] = lane
  }

  /// Ends the pause of a channel: the connection is back, or the user wants to retry now.
  func wake(_ channel: ChannelID) {
    lanes[channel]?.pause.reset()
    // A running worker checks this before its next pause.
    lanes[channel]?.isWoken = true
    guard !mustWait(channel) else { return }
    lanes[channel]?.timer?.cancel()
    lanes[channel]?.timer = nil
    lanes[channel]?.isSignedOut = false
    work(in: channel)
  }

  func wakeAll() {
    for channel in queue.channels { wake(channel) }
  }

  /// Whether the service is being asked about an entry.
  func isUnderWay(_ entry: OutboxEntry) -> Bool {
    lanes[entry.channelId]?.current == entry.transactionId
  }

  /// Whether the service asked to wait, and the wait is not over.
  private func mustWait(_ channel: ChannelID) -> Bool {
    lanes[channel]?.notBefore.map { $0 > clock.now } ?? false
  }

  private func nextEntry(in channel: ChannelID) -> OutboxEntry? {
    guard let next = queue.next(in: channel), queue.isKept(next.transactionId) else { return nil }
    return next
  }

  private func drain(_ channel: ChannelID) async {
    var goesOn = true
    while goesOn || lanes[channel]?.isWoken == true && !mustWait(channel), !Task.isCancelled,
      let entry = nextEntry(in: channel)
    {
      lanes[channel]?.current = entry.transactionId
      lanes[channel]?.hasAsked = false
      lanes[channel]?.isWoken = false
      lanes[channel]?.obstacle = nil
      goesOn = await attempt(entry)
      lanes[channel]?.current = nil
      if let lane = lanes[channel], let obstacle = lane.obstacle {
        lanes[channel]?.notBefore = lane.pause.wait(after: obstacle).map { clock.now + $0 }
      }
      if goesOn { lanes[channel]?.pause.reset() }
    }
    lanes[channel]?.worker = nil
    if goesOn, !Task.isCancelled {
      lanes[channel] = nil
    } else {
      pause(channel)
    }
  }

  private func pause(_ channel: ChannelID) {
    guard isRunning, var lane = lanes[channel] else { return }
    // Signing in again brings the connection back, and that ends the pause.
    lane.isSignedOut = lane.obstacle == .signedOut
    guard !lane.isSignedOut else {
      lanes[channel] = lane
      return
    }
    let now = clock.now
    let deadline = max(now + lane.pause.next(), lane.notBefore ?? now)
    lane.timer = Task { [weak self, clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      self?.lanes[channel]?.timer = nil
      self?.lanes[channel]?.notBefore = nil
      self?.work(in: channel)
    }
    lanes[channel] = lane
  }
}

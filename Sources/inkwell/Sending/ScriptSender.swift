import ChatControllers
import ChatDomain
import DraftEngine

/// Sends one message without a screen. What is once in the outbox is not lost, whatever becomes of the connection: it goes
/// out when the account is opened.
@MainActor
struct ScriptSender {
  let client: ChatClient
  /// Says something to whoever runs the script.
  let tell: (String) -> Void
  /// Prints what a script can use.
  let print: (String) -> Int32

  /// - Returns: the exit status.
  func send(_ text: String, _ request: SendRequest) async -> Int32 {
    guard !text.isBlank || !request.files.isEmpty else {
      tell("there is nothing to send: standard input is empty")
      return ExitStatus.badData
    }
    do {
      try await client.start()
    } catch {
      tell("what is kept on this device cannot be read: \(error)")
      return ExitStatus.notSaved
    }
    let end = client.clock.now + request.wait
    do throws(ChatError) {
      return await send(text, request, to: try await channel(request.channel, until: end), until: end)
    } catch {
      tell("\(error)")
      if error == .signedOut { return ExitStatus.notAllowed }
      return error.canSucceedLater ? ExitStatus.unavailable : ExitStatus.noInput
    }
  }

  private func send(
    _ text: String, _ request: SendRequest, to channel: ChannelID, until end: Timestamp
  ) async -> Int32 {
    do throws(OutboxError) {
      let local = try await client.channelController(for: channel).createNewMessage(
        text: text, files: request.files.map { InputFile(path: $0) }, quotedMessageId: request.quoted)
      let transaction = TransactionID(local.rawValue)
      let sent = try await answer(until: end) { [client] () async throws(OutboxError) in
        try await client.result(of: transaction)
      }
      guard case let message?? = sent else {
        tell("the server has not answered yet: the message waits, and goes out when the account is opened")
        return ExitStatus.waiting
      }
      return print("\(message.id)\n")
    } catch {
      tell("\(error)")
      if case .store = error { return ExitStatus.notSaved }
      return ExitStatus.notAllowed
    }
  }

  /// The channel that is meant, among those that the person is in. Those kept on this device do where the server does
  /// not answer: the message waits with them.
  private func channel(_ word: String, until end: Timestamp) async throws(ChatError) -> ChannelID {
    let list = client.channelListController()
    var outage = ChatError.connection(.timedOut)
    do throws(ChatError) {
      let channels = try await answer(until: end) { () async throws(ChatError) in
        try await list.synchronize()
        try await list.loadAllChannels()
        return (0..<list.count).compactMap { list[$0]?.summary }
      }
      if let channels { return try ChannelWord.channel(word, among: channels, tell: tell).channel.id }
    } catch {
      guard error.canSucceedLater else { throw error }
      outage = error
    }
    let kept: [ChannelSummary]
    do throws(StoreError) { kept = try await keptChannels() } catch { throw outage }
    do throws(ChatError) {
      return try ChannelWord.channel(word, among: kept, tell: tell).channel.id
    } catch {
      // It may be one that this device does not know yet.
      throw outage
    }
  }

  private func keptChannels() async throws(StoreError) -> [ChannelSummary] {
    var channels: [ChannelSummary] = []
    while true {
      let page = try await client.store.cachedChannels(from: channels.count, limit: 1_000)
      if page.isEmpty { return channels }
      channels += page
    }
  }

  /// What a request gives; nil if the time is over before.
  private func answer<Value: Sendable, Fault: Error>(
    until end: Timestamp, of request: @escaping @MainActor () async throws(Fault) -> Value
  ) async throws(Fault) -> Value? {
    let waiting = Task {
      do throws(Fault) { return Result<Value, Fault>.success(try await request()) } catch {
        return .failure(error)
      }
    }
    let timer = Task { [client] in
      do { try await client.clock.sleep(until: end) } catch { return }
      waiting.cancel()
    }
    defer { timer.cancel() }
    switch await waiting.value {
    case .success(let value): return value
    case .failure where waiting.isCancelled: return nil
    case .failure(let error): throw error
    }
  }
}

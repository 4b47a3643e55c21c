import ChatControllers
import ChatDomain
import DraftEngine

/// Sends one message without a screen. What is once in the outbox is not lost, whatever becomes of the connection: it goes
/// out when the account is opened.
@MainActor
struct ScriptSender {
  let client: ChatClient
  /// How long the server may take.
  var limit = Duration.seconds(30)
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
    do throws(ChatError) {
      return await send(text, request, to: try await channel(request.channel))
    } catch {
      tell("\(error)")
      return error.canSucceedLater ? ExitStatus.unavailable : ExitStatus.noInput
    }
  }

  private func send(_ text: String, _ request: SendRequest, to channel: ChannelID) async -> Int32 {
    do throws(OutboxError) {
      let local = try await client.channelController(for: channel).createNewMessage(
        text: text, files: request.files.map { InputFile(path: $0) }, quotedMessageId: request.quoted)
      guard let message = try await answer(about: TransactionID(local.rawValue)) else {
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

  /// The message as the server has it; nil if it takes too long.
  private func answer(about transaction: TransactionID) async throws(OutboxError) -> Message? {
    let waiting = Task { [client] in
      do throws(OutboxError) {
        return Result<Message?, OutboxError>.success(try await client.result(of: transaction))
      } catch {
        return .failure(error)
      }
    }
    let timer = Task { [client, limit] in
      do { try await client.clock.sleep(until: client.clock.now + limit) } catch { return }
      waiting.cancel()
    }
    defer { timer.cancel() }
    switch await waiting.value {
    case .success(let message): return message
    case .failure(.failed(.cancelled)): return nil
    case .failure(let error): throw error
    }
  }

  /// The channel that is meant, among those that the person is in.
  private func channel(_ word: String) async throws(ChatError) -> ChannelID {
    let list = client.channelListController()
    try await list.synchronize()
    try await list.loadAllChannels()
    let channels = (0..<list.count).compactMap { list[$0]?.summary }
    return try ChannelWord.channel(word, among: channels, tell: tell).channel.id
  }
}

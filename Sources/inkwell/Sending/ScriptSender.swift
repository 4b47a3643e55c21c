import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import FileSystem
import Glibc

/// Sends one message without a screen. A message in the outbox is not lost without a connection: it is sent when the account
/// is opened.
@MainActor
struct ScriptSender {
  let client: ChatClient
  /// Reports a fault to the user.
  let tell: (String) -> Void
  /// Prints the result, and returns the exit status.
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
      tell("the data on this device cannot be read: \(error)")
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
    _ text: String, _ request: SendRequest, to channel: Channel, until end: Timestamp
  ) async -> Int32 {
    do throws(OutboxError) {
      let local = try await client.channelController(for: channel.id).createNewMessage(
        text: text, files: request.files.map { InputFile(path: $0) }, quotedMessageId: request.quoted,
        isEncrypted: channel.isEncrypted)
      let transaction = TransactionID(local.rawValue)
      let sent = try await answer(until: end) { [client] () async throws(OutboxError) in
        try await client.result(of: transaction)
      }
      guard case let message?? = sent else {
        tell("no answer from the server yet: the message waits, and is sent when the account is opened")
        return ExitStatus.waiting
      }
      return print("\(message.id)\n")
    } catch {
      tell("\(error)")
      if case .store = error { return ExitStatus.notSaved }
      return ExitStatus.notAllowed
    }
  }

  /// A joined channel. If the server does not answer, the cached channels are searched, and the message waits.
  private func channel(_ word: String, until end: Timestamp) async throws(ChatError) -> Channel {
    let list = ChannelListController(client: client)
    var outage = ChatError.connection(.timedOut)
    do throws(ChatError) {
      let channels = try await answer(until: end) { () async throws(ChatError) in
        try await list.synchronize()
        try await list.loadAll()
        return (0..<list.count).compactMap { list[$0]?.summary }
      }
      if let channels { return try ChannelWord.channel(word, among: channels, tell: tell).channel }
    } catch {
      guard error.canSucceedLater else { throw error }
      outage = error
    }
    let kept: [ChannelSummary]
    do throws(StoreError) { kept = try await keptChannels() } catch { throw outage }
    do throws(ChatError) {
      return try ChannelWord.channel(word, among: kept, tell: tell).channel
    } catch {
      // The channel may be missing in the cache.
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

  /// The result of a request; nil after the time limit.
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

/// A message to send from the command line. Its text is read from standard input.
struct SendRequest: Equatable {
  /// The id or the name of a channel, or the name of the other person in a direct conversation.
  let channel: String
  /// The message to quote.
  var quoted: MessageID?
  /// The paths of the files to send with it.
  var files: [String] = []
  /// How long to wait for the server; afterwards the message stays in the outbox.
  var wait = usualWait

  static let usualWait = Duration.seconds(30)

  /// Why there is nothing to send.
  struct Fault: Error, Equatable { let sentence: String }

  /// The maximum length in bytes, more than servers accept.
  static let longest = 1 << 20

  /// The text of a file, without the line end that a shell adds.
  static func words(from file: Int32) throws(Fault) -> String {
    var bytes: [UInt8]
    do throws(SystemFault) { bytes = try WholeFile.bytes(of: file, limit: longest) } catch {
      throw Fault(sentence: "standard input cannot be read: \(error.reason)")
    }
    guard bytes.count <= longest else {
      throw Fault(sentence: "standard input has more than \(longest) bytes")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(sentence: "standard input is not UTF-8 text")
    }
    return text
  }
}

/// Finds a channel by its id, its name, or the name of the other person in a direct conversation.
enum ChannelWord {
  /// - Parameter tell: reports the candidates if there are several.
  static func channel(
    _ word: String, among channels: [ChannelSummary], tell: (String) -> Void
  ) throws(ChatError) -> ChannelSummary {
    let plain = word.withoutSign("#")
    if let channel = channels.first(where: { [word, plain].contains($0.channel.id.rawValue) }) {
      return channel
    }
    let named = channels.filter {
      $0.channel.displayName == plain || $0.partner?.displayName == plain
    }
    guard let first = named.first else { throw .refused(.notFound("channel \(word)")) }
    guard named.count == 1 else {
      tell("\(word) could be \(named.map(\.channel.id.rawValue).list("or"))")
      throw .refused(.notFound("channel \(word)"))
    }
    return first
  }
}

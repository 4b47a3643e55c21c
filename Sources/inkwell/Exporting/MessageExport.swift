import ChatDomain
import ChatScreens
import DraftEngine
import Glibc
import JSON

/// Prints all messages of a channel that the user may see, oldest first. Only one page at a time is in memory.
@MainActor
final class MessageExport {
  let service: any ChatService
  let form: ExportForm
  let clock: any ChatClock
  /// Prints a part, and returns the exit status.
  let print: (String) -> Int32
  /// Called after each page, with how many messages were printed and the time of the last one.
  let progress: (_ count: Int, _ reached: Timestamp) -> Void

  /// The number of messages in a request.
  static let pageLength = 100
  /// The maximum number of attempts for a page.
  static let mostAttempts = 6
  /// How often the export may still wait in vain for the keys of messages, a second each time.
  private var waitsForKeys = 5
  /// The number of printed messages whose key did not arrive.
  private(set) var countWithoutKey = 0

  init(
    service: any ChatService, form: ExportForm, clock: any ChatClock, print: @escaping (String) -> Int32,
    progress: @escaping (_ count: Int, _ reached: Timestamp) -> Void
  ) {
    self.service = service
    self.form = form
    self.clock = clock
    self.print = print
    self.progress = progress
  }

  /// Why an export is incomplete.
  enum Fault: Error, Equatable {
    case service(ChatError)
    /// The output failed, which was reported; the exit status.
    case output(Int32)
  }

  /// Prints the messages of a channel, with replies after the first message of their thread.
  ///
  /// - Returns: the number of printed messages, and why the export is incomplete; nil if it is complete.
  func run(_ channel: ChannelSummary) async -> (count: Int, fault: Fault?) {
    var writer = MessageWriter(form: form)
    var count = 0
    do throws(Fault) {
      try put(writer.beginning(of: channel, for: service.currentUser, at: clock.now))
      try await pages(of: channel.channel.id, under: nil) { message throws(Fault) in
        // A reply that is also shown in the channel is printed in its thread.
        guard message.parentId == nil else { return }
        try put(writer.text(of: message))
        count += 1
        if message.threadInfo != nil {
          try await pages(of: channel.channel.id, under: message.id) { reply throws(Fault) in
            try put(writer.text(of: reply))
            count += 1
          }
        }
      } pageEnd: { last in
        progress(count, last)
      }
      try put(writer.end(isWhole: true))
      return (count, nil)
    } catch {
      // The output so far is valid, and says that it is incomplete.
      if case .service = error { _ = print(writer.end(isWhole: false)) }
      return (count, error)
    }
  }

  /// Prints the messages of a channel, and reports progress and faults.
  ///
  /// - Returns: the exit status.
  static func run(
    _ form: ExportForm, of word: String, at service: any ChatService, clock: any ChatClock
  ) async -> Int32 {
    let tell = { (sentence: String) in complain("\(sentence)".printable) }
    let channel: ChannelSummary
    do throws(ChatError) {
      channel = try ChannelWord.channel(word, among: try await allChannels(of: service), tell: tell)
    } catch {
      tell("\(error)")
      if error == .cancelled { return ExitStatus.signal + SIGINT }
      return error.canSucceedLater ? ExitStatus.unavailable : ExitStatus.noInput
    }
    let isWatched = isatty(STDERR_FILENO) == 1
    let export = MessageExport(service: service, form: form, clock: clock, print: { printOut($0) }) {
      count, reached in
      // Overwrites the previous line on a terminal.
      if isWatched { complainInPlace("\(count) messages, up to \(reached.utc.prefix(10))") }
    }
    let (count, fault) = await export.run(channel)
    if isWatched { endLineInPlace() }
    if export.countWithoutKey > 0 {
      tell(
        "\(counted(export.countWithoutKey, "message", "messages")) cannot be read: the keys have not arrived yet"
      )
    }
    switch fault {
    case nil: return ExitStatus.success
    case .output(let status): return status
    case .service(.cancelled):
      tell("stopped: these are only the first \(counted(count, "message", "messages"))")
      return ExitStatus.signal + SIGINT
    case .service(let error):
      tell("after \(counted(count, "message", "messages")): \(error): these are not all")
      return ExitStatus.notSaved
    }
  }

  private static func allChannels(of service: any ChatService) async throws(ChatError) -> [ChannelSummary] {
    var channels: [ChannelSummary] = []
    var cursor: Cursor?
    repeat {
      let page = try await service.channels(ListQuery(limit: 200, cursor: cursor))
      channels += page.elements
      cursor = page.next
    } while cursor != nil
    return channels
  }

  private func put(_ text: String) throws(Fault) {
    let status = print(text)
    guard status == ExitStatus.success else { throw .output(status) }
  }

  private func pages(
    of channel: ChannelID, under parent: MessageID?, _ body: (Message) async throws(Fault) -> Void,
    pageEnd: (Timestamp) -> Void = { _ in }
  ) async throws(Fault) {
    var position = MessageQuery.Position.oldest
    while true {
      let page = try await pageWithKeys(
        MessageQuery(channelId: channel, parentId: parent, position: position, limit: Self.pageLength))
      for message in page.elements { try await body(message) }
      if let last = page.elements.last { pageEnd(last.createdAt) }
      guard let next = page.next else { return }
      position = .after(next)
    }
  }

  /// Requests a page, and requests it again while keys of its messages may arrive from the backup.
  private func pageWithKeys(_ query: MessageQuery) async throws(Fault) -> Page<Message> {
    let isWithoutKey = { (message: Message) in message.encryptionNote == .keyMissing }
    var newest = try await page(query)
    var missing = newest.elements.count(where: isWithoutKey)
    // At least one wait, even if earlier ones were in vain: reading a page is what requests its keys.
    var isFirst = true
    while missing > 0, isFirst || waitsForKeys > 0 {
      isFirst = false
      do { try await clock.sleep(for: .seconds(1)) } catch { throw .service(.cancelled) }
      newest = try await page(query)
      let left = newest.elements.count(where: isWithoutKey)
      if left >= missing { waitsForKeys -= 1 }
      missing = left
    }
    countWithoutKey += missing
    return newest
  }

  /// Requests a page, and retries with growing pauses.
  private func page(_ query: MessageQuery) async throws(Fault) -> Page<Message> {
    var attempts = 0
    while true {
      do throws(ChatError) { return try await service.messages(query) } catch {
        attempts += 1
        if Task.isCancelled { throw .service(.cancelled) }
        guard error.isWorthRetrying, attempts < Self.mostAttempts else { throw .service(error) }
        let wait = max(error.retryAfter ?? .zero, .seconds(1 << attempts))
        do { try await clock.sleep(for: wait) } catch { throw .service(.cancelled) }
      }
    }
  }
}

/// Messages as text or JSON, one after the other. Nothing in them affects a terminal.
struct MessageWriter {
  let form: ExportForm
  private var isFirst = true

  init(form: ExportForm) { self.form = form }

  func beginning(of channel: ChannelSummary, for user: User, at time: Timestamp) -> String {
    let name = channel.partner?.displayName ?? channel.channel.displayName
    switch form {
    case .text:
      return "== \(name.printable) · \(channel.channel.id.rawValue.printable) · times in UTC\n"
    case .json:
      let head = JSONWriter.bytes(isPlain: \.isPlain) { json in
        json.object { json in
          json.member("program", Version.name)
          json.member("account", user.id.rawValue)
          json.member("exportedAt", time.utc)
          json.object("channel") { json in
            json.member("id", channel.channel.id.rawValue)
            json.member("name", name)
          }
        }
      }
      // The object stays open for the messages.
      return String(decoding: head.dropLast(), as: UTF8.self) + ",\"messages\":["
    }
  }

  mutating func text(of message: Message) -> String {
    switch form {
    case .text: return Self.lines(of: message).map { "\($0)\n" }.joined()
    case .json:
      defer { isFirst = false }
      let bytes = JSONWriter.bytes(isPlain: \.isPlain) { message.write(to: &$0) }
      return (isFirst ? "\n" : ",\n") + String(decoding: bytes, as: UTF8.self)
    }
  }

  func end(isWhole: Bool) -> String {
    switch form {
    case .text: isWhole ? "" : "== not whole: there are more messages\n"
    case .json: "\n],\"isWhole\":\(isWhole)}\n"
    }
  }

  /// The first line has the time and the author; the other lines are indented, so that no text looks like a first line.
  private static func lines(of message: Message) -> [String] {
    let time = message.createdAt.utc.prefix(16).replacing("T", with: " ")
    let action = message.placeholder == nil ? message.elements.action : nil
    let name = message.author.displayName.printable
    let author = message.kind == .system ? "--" : action == nil ? "\(name):" : "* \(name)"
    let edited = message.editedAt == nil ? "" : " (edited)"
    let note = message.encryptionNote?.mark.map { " (\($0))" } ?? ""
    let words = (message.placeholder ?? (action ?? message.elements).marked).prefixedLines().map(
      \.printableLines)
    var lines = ["\(time) \(author)\(words.isEmpty ? "" : " \(words[0])")\(edited)\(note)"]
    if let quoted = message.quoted {
      let quote = quoted.placeholder ?? quoted.elements.text
      lines += quote.prefixedLines("    > \(quoted.author.displayName): ", "    >   ").map(\.printableLines)
    }
    lines += words.dropFirst().map { "    \($0)" }
    lines += message.files.map {
      "    [file] \($0.title.printable) · \($0.size) bytes · \($0.id.rawValue.printable)"
    }
    if !message.reactions.isEmpty {
      lines.append(
        "    [\(message.reactions.map { "\($0.name.printable) \($0.users.count)" }.joined(separator: ", "))]")
    }
    return message.parentId == nil ? lines : lines.map { "  | \($0)" }
  }
}

extension Message {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id.rawValue)
      if let parentId { json.member("thread", parentId.rawValue) } else { json.null("thread") }
      json.member("at", createdAt.utc)
      if let editedAt { json.member("editedAt", editedAt.utc) } else { json.null("editedAt") }
      json.member("kind", kind == .system ? "system" : "message")
      json.object("author") { json in
        json.member("id", author.id.rawValue)
        json.member("name", author.displayName)
      }
      json.member("text", text)
      json.elements(elements)
      json.files(files)
      json.key("quote")
      if let quoted { quoted.write(to: &json) } else { json.null() }
      json.list("reactions", reactions) { reaction, json in
        json.object { json in
          json.member("name", reaction.name)
          json.member("users", reaction.users.map(\.rawValue))
        }
      }
      json.member("isShownInChannel", isShownInChannel)
      json.member("isPinned", pin != nil)
      json.member("isDeleted", isDeleted)
      json.member("isUnreadable", isUnreadable)
      json.key("encryptionNote")
      if let encryptionNote { json.string(encryptionNote.rawValue) } else { json.null() }
    }
  }
}

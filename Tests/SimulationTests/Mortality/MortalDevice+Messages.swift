import ChatDomain
import ChatTestSupport
import InMemoryService

nonisolated extension MortalDevice {
  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.message(id, in: channel) }
  }

  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    try await ask { device throws(ChatError) in try await device.messages(query) }
  }

  func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    life.isOver ? nil : await device.keptMessages(query)
  }

  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    try await ask { device throws(ChatError) in try await device.search(query) }
  }

  func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message> {
    try await ask { device throws(ChatError) in try await device.pinnedMessages(in: channel, query) }
  }

  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    try await ask { device throws(ChatError) in try await device.threads(query) }
  }

  func send(_ message: NewMessage) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.send(message) }
  }

  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.edit(edit) }
  }

  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.delete(id, in: channel, hard: hard) }
  }

  func pin(_ id: MessageID, in channel: ChannelID, _ pinning: Pinning) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.pin(id, in: channel, pinning) }
  }

  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.unpin(id, in: channel) }
  }

  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    try await ask { device throws(ChatError) in try await device.setReaction(change) }
  }

  func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.sendMention(event) }
  }

  func beginUpload(_ file: FileDescription, transactionId: TransactionID) async throws(ChatError) -> UploadID
  {
    try await ask { device throws(ChatError) in
      try await device.beginUpload(file, transactionId: transactionId)
    }
  }

  func upload(_ bytes: [UInt8], at offset: Int, to upload: UploadID) async throws(ChatError) -> Int {
    try await ask { device throws(ChatError) in try await device.upload(bytes, at: offset, to: upload) }
  }

  func finishUpload(
    _ upload: UploadID, telling tell: @escaping @Sendable (Int) -> Void
  ) async throws(ChatError) -> FileAttachment {
    try await ask { device throws(ChatError) in try await device.finishUpload(upload, telling: tell) }
  }

  func download(
    _ file: FileID, _ range: Range<Int>, ofAtMost limit: Int
  ) async throws(ChatError) -> [UInt8] {
    try await ask { device throws(ChatError) in try await device.download(file, range, ofAtMost: limit) }
  }

  func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await ask { device throws(ChatError) in
      try await device.thumbnail(of: file, side: side, ofAtMost: limit)
    }
  }

  func saveDraft(_ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates)
    async throws(ChatError) -> DraftMessage
  {
    try await ask { device throws(ChatError) in
      try await device.saveDraft(content, for: key, over: revision, dates: dates)
    }
  }

  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.deleteDraft(for: key, over: revision) }
  }

  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try await ask { device throws(ChatError) in try await device.draft(for: key) }
  }

  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    try await ask { device throws(ChatError) in try await device.drafts(query) }
  }
}

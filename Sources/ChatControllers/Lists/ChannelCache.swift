import ChatDomain

/// Saves the channels of a list on this device, many in one batch.
final class ChannelCache {
  private let writer: StoreWriter
  private var waiting: [ChannelID: ChannelSummary] = [:]
  private var saving: Task<Void, Never>?

  init(writer: StoreWriter) { self.writer = writer }

  func save(_ summary: ChannelSummary) {
    waiting[summary.id] = summary
    guard saving == nil else { return }
    saving = Task {
      // Everything that arrives in the same turn is saved in one batch.
      await Task.yield()
      let summaries = Array(waiting.values)
      waiting = [:]
      saving = nil
      if !summaries.isEmpty { await writer.write([.cacheChannels(summaries)]) }
    }
  }

  func forget(_ id: ChannelID) {
    waiting[id] = nil
    let writer = writer
    Task { await writer.write([.forgetChannel(id)]) }
  }
}

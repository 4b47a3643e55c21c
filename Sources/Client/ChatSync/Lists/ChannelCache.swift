package import ChatDomain

/// Saves the channels of a list on this device, in the same batch as edited drafts.
package final class ChannelCache {
  private let writer: StoreWriter
  private let saver: DraftSaver

  package init(writer: StoreWriter, saver: DraftSaver) {
    self.writer = writer
    self.saver = saver
  }

  package func save(_ summaries: [ChannelSummary]) {
    if !summaries.isEmpty { add(.cacheChannels(summaries)) }
  }

  package func forget(_ id: ChannelID) { add(.forgetChannel(id)) }

  private func add(_ change: StoreChange) {
    writer.add([change])
    saver.scheduleFlush()
  }
}

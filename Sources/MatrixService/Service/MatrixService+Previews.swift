import ChatDomain
import MatrixCache

extension MatrixService {
  /// How many rooms a page of channels may ask about, and how many at a time.
  private static let mostPreviews = 40
  private static let previewsAbreast = 8

  /// Brings a little of the rooms whose latest events are none that anybody sees, such as a pin or a reaction: what was
  /// said before them is their preview, and says when something happened there.
  ///
  /// Each room is asked about once. Whether anything comes is no condition for showing the list.
  func learnPreviews(of rooms: [Room]) async throws(ChatError) {
    let unseen = try known { replica throws(CacheFault) in
      var unseen: [Room] = []
      for room in rooms where !room.hasSoughtPreview && room.live?.before != nil {
        if try replica.cache.latest(in: room.id) == nil { unseen.append(room) }
      }
      return unseen
    }
    let wanted = unseen.sorted { $0.highest ?? Timetoken(0) > $1.highest ?? Timetoken(0) }.prefix(
      Self.mostPreviews)
    guard !wanted.isEmpty else { return }
    for room in wanted { room.hasSoughtPreview = true }
    let ids = wanted.map(\.id)
    await withTaskGroup(of: Void.self) { group in
      for (index, id) in ids.enumerated() {
        if index >= Self.previewsAbreast { await group.next() }
        group.addTask { await self.learnPreview(of: id) }
      }
    }
  }

  private func learnPreview(of id: ChannelID) async {
    do throws(ChatError) {
      // A page may hold nothing but reactions.
      for _ in 0..<2 {
        guard try await extendLive(of: try room(id), by: 50) else { return }
        guard try known({ replica throws(CacheFault) in try replica.cache.latest(in: id) }) == nil else {
          return
        }
      }
    } catch {
      // The list has a line less to show, and whoever opens the room asks again.
    }
  }
}

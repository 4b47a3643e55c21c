public import ChatDomain

extension InMemoryDevice {
  /// The same device, which keeps all that it could have seen for the time without a connection.
  public func keepingHistory() -> InMemoryDevice {
    var device = self
    device.keepsHistory = true
    return device
  }

  public func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    link.kept?(query)
  }

  /// Keeps the history as it is now, or lets go of what was kept.
  func keepHistory(_ isKept: Bool) async {
    guard isKept else { return link.kept = nil }
    let me = currentUser.id
    let state = await service.withState { $0 }
    link.kept = { query in
      do throws(ChatError) {
        let page = try HistoryQueries(of: me).messages(query, state)
        return page.elements.isEmpty ? nil : page
      } catch { return nil }
    }
  }
}

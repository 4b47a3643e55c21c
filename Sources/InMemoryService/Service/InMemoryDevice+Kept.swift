public import ChatDomain

extension InMemoryDevice {
  /// The same device, which keeps all that it could have seen for the time without a connection.
  public func keepingHistory() -> InMemoryDevice {
    var device = self
    device.keepsHistory = true
    return device
  }

  public func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    guard let kept = link.kept else { return nil }
    do throws(ChatError) {
      let page = try HistoryQueries(of: currentUser.id).messages(query, kept)
      return page.elements.isEmpty ? nil : page
    } catch { return nil }
  }
}

public import ChatDomain

extension MatrixService {
  public func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    try await inboxPager.page(query)
  }

  public func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await inboxPager.mark(reading)
  }
}

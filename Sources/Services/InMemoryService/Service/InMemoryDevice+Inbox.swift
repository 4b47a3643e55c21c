public import ChatDomain

extension InMemoryDevice {
  public func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    try await ask(.inbox) { state, me throws(ChatError) in try InboxQueries(of: me).page(query, &state) }
  }

  public func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await ask(.markInboxRead) { state, me throws(ChatError) in
      try InboxQueries(of: me).mark(reading, &state)
    }
  }
}

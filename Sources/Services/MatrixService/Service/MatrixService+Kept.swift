public import ChatDomain

extension MatrixService {
  public func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    do throws(ChatError) {
      let limit = try ListRequest.pageSize(query.limit)
      return try store.withReplica { replica throws(CacheFault) in
        try KeptPages(replica: replica).page(query, limit: limit)
      }
    } catch { return nil }
  }
}

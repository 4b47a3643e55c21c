import ChatDomain
import Testing

/// What a request failed with; nil, and an issue, when it did not.
func failure<Result>(
  of request: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) async -> ChatError? {
  do {
    _ = try await request()
    Issue.record("it was done", sourceLocation: sourceLocation)
    return nil
  } catch let error as ChatError {
    return error
  } catch {
    Issue.record("\(error) is no ChatError", sourceLocation: sourceLocation)
    return nil
  }
}

extension ChatError? {
  var isNotFound: Bool { if case .refused(.notFound) = self { true } else { false } }
  var isInvalid: Bool { if case .refused(.invalid) = self { true } else { false } }
  var isAlreadyThere: Bool { if case .refused(.alreadyExists) = self { true } else { false } }
  var isConnection: Bool { if case .connection = self { true } else { false } }
}

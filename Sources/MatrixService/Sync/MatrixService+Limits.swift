import ChatDomain
import MatrixWire
import Synchronization

/// What the server takes, which is learned once it is asked for the first time.
extension MatrixService {
  func learnLimits() async {
    do throws(ChatError) {
      guard let bytes = try await connection.answer(to: .mediaLimits) else { return }
      guard let most = try Self.fileLimit(bytes) else { return }
      let new = outline.withLock { outline -> ServiceLimits? in
        guard outline.limits.fileBytes != most else { return nil }
        outline.limits.fileBytes = most
        return outline.limits
      }
      if let new { try tell([.limitsChanged(new)]) }
    } catch {
      // The next sign-in asks again; until then the usual limit holds, and the server has the last word.
    }
  }

  private static func fileLimit(_ bytes: [UInt8]) throws(ChatError) -> Int? {
    do throws(AnswerError) { return try MediaLimitsAnswer(bytes).bytes } catch {
      throw .connection(.interrupted)
    }
  }
}

import ChatDomain
import MatrixWire
import Synchronization

/// What the server takes, which is asked for in each run once it has answered.
extension MatrixService {
  /// How often it is asked where no answer comes.
  private static let mostLimitRequests = 3

  func askForLimits() {
    guard !pulse.hasAskedForLimits, pulse.limitRequests < Self.mostLimitRequests else { return }
    pulse.hasAskedForLimits = true
    pulse.limitRequests += 1
    Task { [weak self] in await self?.learnLimits() }
  }

  private func learnLimits() async {
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
      // Until it is asked again the usual limit holds, and the server has the last word.
      if case .connection = error { pulse.hasAskedForLimits = false }
    }
  }

  private static func fileLimit(_ bytes: [UInt8]) throws(ChatError) -> Int? {
    do throws(AnswerError) { return try MediaLimitsAnswer(bytes).bytes } catch {
      throw .unreadable
    }
  }
}

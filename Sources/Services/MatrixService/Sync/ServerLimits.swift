import ChatDomain

/// What the server takes, which is asked for in each run once it has answered.
final class ServerLimits {
  private let store: ReplicaStore
  private let connection: MatrixConnection
  private let announcements: Announcements
  private let reference: ServiceReference
  private var hasAsked = false
  private var requests = 0

  /// How often it is asked where no answer comes.
  private static let mostRequests = 3

  init(
    _ store: ReplicaStore, connection: MatrixConnection, announcements: Announcements,
    service reference: ServiceReference
  ) {
    self.reference = reference
    self.store = store
    self.connection = connection
    self.announcements = announcements
  }

  /// Lets a task of the service ask, unless that was done.
  func askOnce() {
    guard !hasAsked, requests < Self.mostRequests else { return }
    hasAsked = true
    requests += 1
    Task { [weak service = reference.service] in await service?.askForLimits() }
  }

  func ask() async {
    do throws(ChatError) {
      guard let bytes = try await connection.answer(to: .mediaLimits) else { return }
      guard let most = try Self.fileLimit(bytes) else { return }
      if let new = announcements.setFileLimit(most) { try store.record([.limitsChanged(new)]) }
    } catch {
      // Until it is asked again the usual limit holds, and the server has the last word.
      if error.isWithoutService { hasAsked = false }
    }
  }

  private static func fileLimit(_ bytes: [UInt8]) throws(ChatError) -> Int? {
    do throws(AnswerError) { return try MediaLimitsAnswer(bytes).bytes } catch { throw .unreadable }
  }
}

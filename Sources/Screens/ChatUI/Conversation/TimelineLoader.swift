import ChatControllers
import ChatDomain
import Composer

/// Loads the pages of a timeline, and keeps the reason if one could not be loaded.
final class TimelineLoader {
  /// Why the last request failed; cleared by the next request and by reconnecting.
  private(set) var failure: String?
  /// Called if the message above the thread does not exist. If it is nil or returns false, the reason is shown in place of the
  /// messages.
  var onParentGone: (() -> Bool)?
  private let source: TimelineController
  private let context: AppContext
  private var isLoadingOlder = false
  private var isLoadingNewer = false
  /// The initial load, while it is in flight.
  private var opening: Task<Void, Never>?
  /// Called after each request for a page, and when the initial load has failed.
  private let onAnswer: () -> Void

  init(_ source: TimelineController, context: AppContext, onAnswer: @escaping () -> Void) {
    self.source = source
    self.context = context
    self.onAnswer = onAnswer
  }

  /// Loads the messages, first those saved on this device and then the service's. A failure that retrying cannot fix is shown
  /// in place of the messages.
  func synchronize() {
    guard opening == nil else { return }
    // Weak, because the program may have ended when the answer arrives.
    opening = Task { [weak self, source] in
      do throws(ChatError) {
        try await source.synchronize()
      } catch {
        self?.openingDidFail(error)
      }
      self?.opening = nil
      self?.context.setNeedsFrame()
    }
  }

  private func openingDidFail(_ error: ChatError) {
    if case .refused(.notFound) = error, onParentGone?() == true { return }
    context.reportUnlessTemporary(error)
    if !error.canSucceedLater, error != .cancelled { failure = ErrorSentence.reason(error) }
    onAnswer()
  }

  func loadOlder() {
    guard !isLoadingOlder, source.timeline.hasOlder else { return }
    isLoadingOlder = true
    load({ try await $0.loadOlder() }, then: { [weak self] in self?.isLoadingOlder = false })
  }

  /// - Returns: whether a request for newer messages was started.
  func loadNewer() -> Bool {
    guard !isLoadingNewer, source.hasNewer else { return false }
    isLoadingNewer = true
    load({ try await $0.loadNewer() }, then: { [weak self] in self?.isLoadingNewer = false })
    return true
  }

  func loadOldest(then finish: @escaping @MainActor () -> Void) {
    load({ try await $0.loadOldest() }, then: finish)
  }

  func loadNewest(then finish: @escaping @MainActor () -> Void) {
    load({ try await $0.loadNewest() }, then: finish)
  }

  func load(around message: MessageID, then finish: @escaping @MainActor () -> Void) {
    load(
      { [opening] in
        // The initial load would overwrite the result.
        await opening?.value
        try await $0.load(around: message)
      }, then: finish)
  }

  /// Clears the failure when the connection is back: missing messages are requested again when they become visible.
  func forgetFailure() {
    guard failure != nil else { return }
    failure = nil
    context.setNeedsFrame()
  }

  private func load(
    _ body: @escaping @MainActor (TimelineController) async throws -> Void,
    then finish: @escaping @MainActor () -> Void
  ) {
    failure = nil
    // Weak, because the program may have ended when the answer arrives.
    Task { [weak self, source] in
      var reason: String?
      do { try await body(source) } catch { reason = ErrorSentence.reason(error) }
      guard let self else { return }
      if let reason { failure = reason }
      onAnswer()
      finish()
      context.setNeedsFrame()
    }
  }
}

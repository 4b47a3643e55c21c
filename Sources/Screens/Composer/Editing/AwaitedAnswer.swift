import ChatControllers
import ChatDomain

/// The answer that a key waits for: a fast typist presses Tab or Enter before the service has answered.
///
/// The keys pressed after it wait too (`HeldKeys`). If no answer comes in time, the key has no effect, and `failure`
/// says why.
package final class AwaitedAnswer {
  package enum Purpose: Hashable {
    /// Tab waits for the suggestions for a name. Text typed meanwhile is kept after the suggestion that will be inserted.
    case name
    /// Tab waits for choices that are listed all at once, such as the entries of a folder.
    case listedChoice
    /// Enter waits until a typed name is resolved, and Up until the message that was sent is in the timeline.
    case meaning
    /// M-$ waits until the misspelled words are known.
    case spelling
  }

  /// How long a key waits.
  static let timeLimit = Duration.seconds(3)

  /// What the answer is for; nil while no key waits.
  package private(set) var purpose: Purpose?
  /// Why the last wait failed, until the program reads it.
  private(set) var failure: String?
  private var request: Task<Void, Never>?
  private var timeout: Task<Void, Never>?
  private var onFailure: (() -> Void)?
  private let context: any ComposerContext

  init(context: any ComposerContext) { self.context = context }

  /// Whether a key waits.
  package var isAwaited: Bool { purpose != nil }

  /// Whether typed text has to wait as well: it would change the path or the words that the answer is for, or become part of
  /// another message.
  package var mustHoldText: Bool {
    switch purpose {
    case .listedChoice, .meaning, .spelling: true
    case .name, nil: false
    }
  }

  /// Begins to wait, up to the time limit.
  ///
  /// - Parameters:
  ///   - text: the typed text that the answer is about.
  ///   - request: gets the answer; nil if a lookup for it is already in flight.
  ///   - onFailure: called if the request fails or times out.
  func begin(
    _ purpose: Purpose, for text: String, request: (@MainActor () async -> Void)? = nil,
    onFailure: (() -> Void)? = nil
  ) {
    end()
    self.purpose = purpose
    self.onFailure = onFailure
    timeout = Task { [weak self, clock = context.client.clock] in
      do { try await clock.sleep(for: Self.timeLimit) } catch { return }
      guard !Task.isCancelled, let self, isAwaited else { return }
      fail(text, because: "no answer yet")
    }
    if let request { self.request = Task { await request() } }
  }

  /// Stops waiting: the answer has arrived, or is no longer needed.
  package func end() {
    purpose = nil
    onFailure = nil
    request?.cancel()
    timeout?.cancel()
    request = nil
    timeout = nil
  }

  /// Stops waiting for listed choices, because the popup was closed or looks up something else.
  func endWaitingForPath() {
    if purpose == .listedChoice { end() }
  }

  /// Stops waiting without an answer. Of the keys held meanwhile, only the typed text is inserted.
  func fail(_ text: String, because reason: String) {
    onFailure?()
    end()
    failure = "\(text): \(reason)"
    context.setNeedsFrame()
  }

  /// Stops waiting because the text has changed.
  func failBecauseTextChanged() {
    guard isAwaited else { return }
    end()
    failure = "The text has changed"
  }

  /// Why the last wait failed. Each failure is returned once.
  package func takeFailure() -> String? {
    defer { failure = nil }
    return failure
  }
}

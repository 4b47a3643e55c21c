import ChatDomain
import TerminalScreen

/// Turns events into frames: handles everything that has arrived, has typed text saved, and shows a frame once that is done, so
/// that text on the screen is never lost. A slow store delays a frame only briefly, and the frame then says so.
///
/// Events that arrive while a frame is made wait for the next one, so a paste or a burst of messages costs one frame.
final class FrameLoop {
  enum Trouble: Equatable {
    /// The store has not answered in time.
    case slow
    case failed(StoreError)
  }

  private enum Phase {
    /// The loop is not open yet, or the program has ended.
    case closed
    /// There is nothing to show; a save may be in progress.
    case resting
    /// A turn begins before the loop waits again, or a save is in progress.
    case scheduled
    /// The events that have arrived are being handled.
    case working
    /// A frame is being made. It is shown once everything in it is saved.
    case saving
  }

  private let loop: any EventLoop
  private let longestSaving: Duration
  private let save: (_ done: @escaping (StoreError?) -> Void) -> Void
  private lazy var timer = loop.makeTimer { [weak self] in self?.stopWaiting(because: .slow) }
  weak var owner: (any FrameLoopOwner)?

  private var phase = Phase.closed
  /// Events that wait for the next turn.
  private(set) var events: [TerminalEvent] = []
  /// Whether something has happened that the current frame does not show.
  private var needsFrame = false
  /// Whether there is something to save that no frame shows.
  private var needsSaving = false
  /// Work that must wait until everything typed before it is saved, such as suspending the process.
  private var postponed: [() -> Void] = []
  private var isSaving = false
  /// Counts the requests to save, so that text typed while the store was busy does not count as saved.
  private var requests = 0
  private var whenSaved: ((_ isTroubleNew: Bool) -> Void)?
  private var troubleBefore: Trouble?
  /// Why visible text may be unsaved; nil if it is saved.
  private(set) var trouble: Trouble?

  /// - Parameters:
  ///   - longestSaving: how long a frame waits for the store.
  ///   - save: saves everything typed so far; calls back synchronously if there is nothing to wait for.
  init(
    _ loop: any EventLoop, longestSaving: Duration,
    save: @escaping (_ done: @escaping (StoreError?) -> Void) -> Void
  ) {
    self.loop = loop
    self.longestSaving = longestSaving
    self.save = save
  }

  // MARK: What happens

  /// Starts making frames.
  func open() {
    phase = .resting
    schedule()
  }

  func receive(_ new: [TerminalEvent]) {
    events = events.isEmpty ? new : events + new
    setNeedsFrame()
  }

  /// Requests a frame because something visible changed.
  func setNeedsFrame() {
    needsFrame = true
    schedule()
  }

  /// Runs `work` before the next frame, once everything typed before it is saved or the store has timed out.
  func afterSaving(_ work: @escaping () -> Void) {
    postponed.append(work)
    setNeedsFrame()
  }

  /// Requests a save of something that is not visible, such as the service's version of a draft.
  func setNeedsSaving() {
    needsSaving = true
    schedule()
  }

  private func schedule() {
    guard needsFrame || needsSaving, phase == .resting else { return }
    phase = .scheduled
    loop.beforeWaiting { [weak self] in self?.beginTurn() }
  }

  // MARK: A turn

  private func beginTurn() {
    guard needsFrame else {
      needsSaving = false
      phase = .resting
      return beginSaving()
    }
    phase = .working
    let arrived = events
    events = []
    owner?.takeTurn(with: arrived)
    makeFrame()
  }

  /// The frame is made while the store works, and shown when the store is done.
  private func makeFrame() {
    guard let owner else { return phase = .closed }
    phase = .saving
    needsSaving = false
    owner.prepareToSave()
    beginSaving()
    composeFrame()
    waitUntilSaved(atMost: longestSaving) { [self] in settle(isTroubleNew: $0) }
  }

  /// Events that arrived before are in the frame; events not handled yet are not.
  private func composeFrame() {
    needsFrame = !events.isEmpty
    owner?.composeFrame()
  }

  private func settle(isTroubleNew: Bool) {
    guard let owner else { return phase = .closed }
    guard postponed.isEmpty else {
      phase = .working
      while !postponed.isEmpty { postponed.removeFirst()() }
      return makeFrame()
    }
    if !owner.isOver, isTroubleNew || owner.isFrameOutdated {
      // A new frame may show text typed in the meantime: it is saved first, or the frame says that it is not saved.
      guard trouble != nil else { return makeFrame() }
      composeFrame()
    }
    phase = owner.isOver ? .closed : .resting
    owner.showFrame()
    schedule()
  }

  // MARK: Saving

  /// Saves everything typed so far, and returns when that is done or has taken too long.
  func saveEverything(atMost limit: Duration) async {
    beginSaving()
    await withCheckedContinuation { continuation in
      waitUntilSaved(atMost: limit) { _ in continuation.resume() }
    }
  }

  /// Text typed while the store is busy is passed to it as well, and must be saved before everything counts as saved.
  private func beginSaving() {
    requests += 1
    isSaving = true
    let requested = requests
    save { [self] error in
      guard requested == requests else { return }
      isSaving = false
      stopWaiting(because: error.map(Trouble.failed))
    }
  }

  private func waitUntilSaved(atMost limit: Duration, _ done: @escaping (_ isTroubleNew: Bool) -> Void) {
    guard isSaving else { return done(false) }
    troubleBefore = trouble
    whenSaved = done
    timer.start(after: limit)
  }

  /// Called when everything is saved, cannot be saved, or takes too long.
  private func stopWaiting(because trouble: Trouble?) {
    let hasChanged = trouble != self.trouble
    self.trouble = trouble
    if let whenSaved {
      timer.stop()
      self.whenSaved = nil
      whenSaved(trouble != troubleBefore)
    } else if hasChanged {
      setNeedsFrame()
    }
  }
}

/// The owner of a frame loop: handles its events and makes its frames.
protocol FrameLoopOwner: AnyObject {
  /// Handles everything that has arrived, in order. `events` is empty if only a frame was requested.
  func takeTurn(with events: [TerminalEvent])

  /// Called before what was typed is saved.
  func prepareToSave()

  /// Makes a frame of the current state, to be shown later.
  func composeFrame()

  /// Whether the frame cannot be shown as it is: the terminal's size has changed.
  var isFrameOutdated: Bool { get }

  /// Shows the last frame made; if the program has ended, shows its last output.
  func showFrame()

  /// Whether there are no more turns.
  var isOver: Bool { get }
}

extension FrameLoop.Trouble: CustomStringConvertible {
  var description: String {
    switch self {
    case .slow: "the disk is too slow"
    case .failed(let error): error.description
    }
  }
}

import ChatDomain
import TerminalScreen

/// Turns what happens into frames: handles everything that has arrived, has what was typed saved, and shows a frame once
/// that is done, so that what is on the screen is never lost. A store that takes too long holds a frame up for a moment
/// only, and the frame says so.
///
/// Whatever arrives while a frame is made waits for the next one, so a paste or a burst of messages costs one frame.
final class FrameLoop {
  enum Trouble: Equatable {
    /// The store has not answered in time.
    case slow
    case failed(StoreError)
  }

  private enum Phase {
    /// Nobody has opened it yet, or the program is over.
    case closed
    /// Nothing is to be shown; something may be being saved.
    case resting
    /// A turn begins before the loop waits again, or something is saved.
    case scheduled
    /// What has arrived is being handled.
    case working
    /// A frame is made, and is shown once everything in it is saved.
    case saving
  }

  private let loop: any EventLoop
  private let longestSaving: Duration
  private let save: (_ done: @escaping (StoreError?) -> Void) -> Void
  private lazy var timer = loop.makeTimer { [weak self] in self?.stopWaiting(because: .slow) }
  weak var owner: (any FrameLoopOwner)?

  private var phase = Phase.closed
  /// What has arrived and waits for the next turn.
  private(set) var events: [TerminalEvent] = []
  /// Whether something has happened that the frame that is made now does not show.
  private var needsFrame = false
  /// Whether something is to be saved that no frame shows.
  private var needsSaving = false
  /// What must wait until everything typed before it is saved, such as suspending the process.
  private var postponed: [() -> Void] = []
  private var isSaving = false
  /// Counts the requests to save, so that text typed while the store was busy is not taken for saved.
  private var requests = 0
  private var whenSaved: ((_ isTroubleNew: Bool) -> Void)?
  private var troubleBefore: Trouble?
  /// Why what is visible may not be saved; nil if it is.
  private(set) var trouble: Trouble?

  /// - Parameters:
  ///   - longestSaving: how long a frame waits for the store.
  ///   - save: saves everything typed so far; calls back at once if that is done at once.
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

  /// Does something once everything typed before it is saved or the store has had its time, before the next frame.
  func afterSaving(_ work: @escaping () -> Void) {
    postponed.append(work)
    setNeedsFrame()
  }

  /// Has something saved that is not visible, such as what the service has of a draft.
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

  /// What arrived before is in the frame; what is still to be handled is not.
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
      // A new frame may show text typed in the meantime: that is saved first, or the frame says that it is not saved.
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

  /// Text typed while the store is busy is handed to it as well, and must be saved too before everything counts as saved.
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

  /// Everything is saved, or cannot be, or that takes too long.
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

/// What a frame loop makes frames of.
protocol FrameLoopOwner: AnyObject {
  /// Handles everything that has arrived, in order; it may be nothing if only a frame was requested.
  func takeTurn(with events: [TerminalEvent])

  /// Called before what was typed is saved.
  func prepareToSave()

  /// Makes a frame of what there is now, to be shown later.
  func composeFrame()

  /// Whether the frame cannot be shown as it is: the terminal's size has changed.
  var isFrameOutdated: Bool { get }

  /// Shows the frame that was made last; of a program that is over, what is to be said last.
  func showFrame()

  /// Whether there are no more turns.
  var isOver: Bool { get }
}

extension FrameLoop.Trouble: CustomStringConvertible {
  var description: String {
    switch self {
    case .slow: "the disk takes too long"
    case .failed(let error): error.description
    }
  }
}

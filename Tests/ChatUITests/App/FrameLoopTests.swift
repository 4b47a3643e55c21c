import ChatDomain
import TerminalScreen
import Testing

@testable import ChatUI

@MainActor
@Suite("The frame loop")
struct FrameLoopTests {
  private let loop = StandingLoop()
  private let program: FakeProgram
  private let frames: FrameLoop

  init() {
    let program = FakeProgram()
    self.program = program
    frames = FrameLoop(loop, longestSaving: .milliseconds(50)) {
      program.saving.append($0)
    }
    frames.owner = program
    program.frames = frames
  }

  private func type(_ characters: String) {
    for character in characters {
      frames.receive([.key(KeyEvent(.character(character)))])
    }
  }

  @Test("Nothing happens before it is opened, then everything that arrived is one frame")
  func opening() {
    type("ab")
    loop.goOn()
    #expect(program.log.isEmpty)
    frames.open()
    #expect(program.log.isEmpty, "the loop has not come round yet")
    loop.goOn()
    #expect(program.log == ["turn of 2", "save", "frame"])
  }

  @Test("A frame is shown once the typed text is saved, not before")
  func saved() {
    frames.open()
    type("a")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame"])
    program.answer()
    #expect(program.log == ["turn of 1", "save", "frame", "show"])
    #expect(frames.trouble == nil && loop.running == 0)
    loop.goOn()
    #expect(program.log.count == 4)
  }

  @Test("A store that answers at once delays nothing and sets no timer")
  func atOnce() {
    program.savesAtOnce = true
    frames.open()
    type("a")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame", "show"])
    #expect(loop.timersStarted == 0)
  }

  @Test(
    "After 50 ms the frame is shown with a note, and again when the store is done"
  )
  func slow() {
    frames.open()
    type("a")
    loop.goOn()
    #expect(loop.delay == .milliseconds(50))
    loop.fire()
    #expect(program.log == ["turn of 1", "save", "frame", "frame slow", "show"])
    program.answer()
    #expect(frames.trouble == nil)
    loop.goOn()
    program.answer()
    #expect(program.log.suffix(4) == ["turn of 0", "save", "frame", "show"])
  }

  @Test("A failing store is reported in the same frame")
  func failing() {
    frames.open()
    type("a")
    loop.goOn()
    program.answer(.full)
    #expect(frames.trouble == .failed(.full))
    #expect(program.log == ["turn of 1", "save", "frame", "frame failed", "show"])
  }

  @Test("Invisible changes are saved without a frame, and typing meanwhile waits for that save")
  func unseen() {
    frames.open()
    frames.setNeedsSaving()
    loop.goOn()
    #expect(program.log.isEmpty && program.saving.count == 1)
    type("a")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame"])
    program.answer()
    #expect(program.log.count == 3, "what was saved does not have the letter")
    program.answer()
    #expect(program.log == ["turn of 1", "save", "frame", "show"])
  }

  @Test("A save requested while a frame waits follows it")
  func unseenMeanwhile() {
    frames.open()
    type("a")
    loop.goOn()
    frames.setNeedsSaving()
    program.answer()
    #expect(program.log == ["turn of 1", "save", "frame", "show"] && program.saving.isEmpty)
    loop.goOn()
    #expect(program.log.count == 4 && program.saving.count == 1)
  }

  @Test("A store that fails after the last frame is reported in a new one")
  func failingUnseen() {
    frames.open()
    frames.setNeedsSaving()
    loop.goOn()
    program.answer(.full)
    loop.goOn()
    #expect(frames.trouble == .failed(.full))
    #expect(program.log == ["turn of 0", "save", "frame failed"])
  }

  @Test("Input that arrives while a frame waits is handled in the next turn")
  func meanwhile() {
    frames.open()
    type("a")
    loop.goOn()
    type("bc")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame"])
    program.answer()
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame", "show", "turn of 2", "save", "frame"])
  }

  @Test("Text typed while a slow store works does not count as saved when it is done")
  func savedAgain() {
    frames.open()
    type("a")
    loop.goOn()
    loop.fire()
    type("b")
    loop.goOn()
    #expect(program.saving.count == 2, "the second is handed to the store without waiting for the first")
    program.answer()
    #expect(frames.trouble == .slow)
    program.answer()
    #expect(frames.trouble == nil)
    // The frame is remade without the notice, and what it shows is saved first.
    program.answer()
    #expect(program.log.last == "show")
  }

  @Test("An outdated frame is remade, and what it shows is saved first")
  func resized() {
    frames.open()
    type("a")
    loop.goOn()
    program.isFrameOutdated = true
    program.answer()
    #expect(program.log == ["turn of 1", "save", "frame", "save", "frame"])
    program.isFrameOutdated = false
    program.answer()
    #expect(program.log.last == "show")
  }

  @Test("Deferred work runs when everything is saved, before the next frame")
  func postponed() {
    frames.open()
    frames.afterSaving { program.log.append("postponed") }
    type("a")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame"])
    program.answer()
    #expect(program.log == ["turn of 1", "save", "frame", "postponed", "save", "frame"])
    program.answer()
    #expect(program.log.last == "show")
  }

  @Test("After the program ends there is one last frame")
  func over() {
    program.savesAtOnce = true
    frames.open()
    program.isOver = true
    type("a")
    loop.goOn()
    type("b")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame", "show"])
  }
}

/// Records its calls.
private final class FakeProgram: FrameLoopOwner {
  weak var frames: FrameLoop?
  var log: [String] = []
  var isFrameOutdated = false
  var isOver = false
  var savesAtOnce = false
  /// The pending saves.
  var saving: [(StoreError?) -> Void] = []

  func answer(_ error: StoreError? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !saving.isEmpty else {
      Issue.record("nothing waits for the store", sourceLocation: sourceLocation)
      return
    }
    saving.removeFirst()(error)
  }

  func takeTurn(with events: [TerminalEvent]) { log.append("turn of \(events.count)") }

  func prepareToSave() { log.append("save") }

  func composeFrame() {
    if savesAtOnce { while !saving.isEmpty { answer() } }
    let words: String? =
      switch frames?.trouble {
      case .slow: "slow"
      case .failed: "failed"
      case nil: nil
      }
    log.append(["frame", words].compactMap(\.self).joined(separator: " "))
  }

  func showFrame() { log.append("show") }

}

/// An event loop that a test runs by hand, on a clock that stands still.
private final class StandingLoop: EventLoop {
  private var bodies: [() -> Void] = []
  private var timers: [StandingTimer] = []

  func beforeWaiting(_ body: @escaping () -> Void) { bodies.append(body) }

  func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer {
    let timer = StandingTimer(fire)
    timers.append(timer)
    return timer
  }

  func goOn() {
    let due = bodies
    bodies = []
    for body in due { body() }
  }

  var running: Int { timers.count { $0.delay != nil } }
  var timersStarted: Int { timers.reduce(0) { $0 + $1.starts } }
  var delay: Duration? { timers.lazy.compactMap(\.delay).first }

  func fire() {
    for timer in timers where timer.delay != nil { timer.fire() }
  }
}

private final class StandingTimer: EventLoopTimer {
  private(set) var delay: Duration?
  private(set) var starts = 0
  let fire: () -> Void

  init(_ fire: @escaping () -> Void) { self.fire = fire }

  func start(after delay: Duration) {
    self.delay = delay
    starts += 1
  }

  func stop() { delay = nil }
}

import ChatDomain
import TerminalScreen
import Testing

@testable import ChatUI

@MainActor
@Suite("A loop that turns events into frames")
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

  @Test("Nothing happens before it is opened, and then everything that has arrived is one frame")
  func opening() {
    type("ab")
    loop.goOn()
    #expect(program.log.isEmpty)
    frames.open()
    #expect(program.log.isEmpty, "the loop has not come round yet")
    loop.goOn()
    #expect(program.log == ["turn of 2", "save", "frame"])
  }

  @Test("A frame is shown once what was typed is saved, and not before")
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

  @Test("A store that answers at once holds nothing up, and no time is set")
  func atOnce() {
    program.savesAtOnce = true
    frames.open()
    type("a")
    loop.goOn()
    #expect(program.log == ["turn of 1", "save", "frame", "show"])
    #expect(loop.timersStarted == 0)
  }

  @Test(
    "After 50 ms the frame is shown anyway, made anew to say so; when the store is done the next one says that too"
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

  @Test("A store that fails is said in the same frame")
  func failing() {
    frames.open()
    type("a")
    loop.goOn()
    program.answer(.full)
    #expect(frames.trouble == .failed(.full))
    #expect(program.log == ["turn of 1", "save", "frame", "frame failed", "show"])
  }

  @Test("What nobody sees is saved without a frame, and what is typed meanwhile waits until it is saved too")
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

  @Test("What is to be saved while a frame waits is saved behind it")
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

  @Test("A store that fails behind the last frame is said in one of its own")
  func failingUnseen() {
    frames.open()
    frames.setNeedsSaving()
    loop.goOn()
    program.answer(.full)
    loop.goOn()
    #expect(frames.trouble == .failed(.full))
    #expect(program.log == ["turn of 0", "save", "frame failed"])
  }

  @Test("What arrives while a frame waits is handled in the next turn")
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

  @Test("What is typed while a slow store works is not taken for saved when it is done")
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
    // Made anew without the notice, and what it shows is saved first.
    program.answer()
    #expect(program.log.last == "show")
  }

  @Test("A frame that no longer fits is made anew, and what it shows is saved first")
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

  @Test("Work that was postponed is done when everything is saved, before another frame is made and shown")
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

  @Test("When the program is over there is a last frame, and nothing after it")
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

/// Writes down what it is told to do.
private final class FakeProgram: FrameLoopOwner {
  weak var frames: FrameLoop?
  var log: [String] = []
  var isFrameOutdated = false
  var isOver = false
  var savesAtOnce = false
  /// The calls that wait for the store.
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

/// A loop that comes round when a test says so, and whose time stands.
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

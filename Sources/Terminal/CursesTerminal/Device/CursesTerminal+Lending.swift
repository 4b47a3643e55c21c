import CNcursesw
import CTerminalGuard
import Glibc
import TerminalScreen

extension CursesTerminal {
  public func suspend() {
    guard phase == .taken else { return }
    giveBack()
    guard_stop_job()
    takeOver()
  }

  public func lend<Result>(to body: () async -> Result) async -> Result {
    guard phase == .taken else { return await body() }
    giveBack()
    signals_lend()
    let result = await body()
    signals_take_back()
    // A signal may have ended the program meanwhile.
    if phase == .lent { takeOver() }
    return result
  }

  func giveBack() {
    guard phase == .taken else { return }
    phase = .lent
    // Otherwise an answer that is on its way would be typed into the next program that has the terminal.
    input?.read(atMost: Self.patienceForAnswers) { [weak self] in
      self?.questions.isAwaited(at: Monotonic.milliseconds) ?? false
    }
    input?.pause()
    // Otherwise ncurses would still assume that the cursor is hidden.
    curs_set(1)
    output?.collectDrawing()
    output?.flush()
    output?.forget()
    painter = nil
    guard_give_back()
  }

  /// In milliseconds: longer than the usual round trip to a distant machine.
  private static let patienceForAnswers = 100

  private func takeOver() {
    guard let modes, let output else { return }
    guard takesOver(modes, output) else {
      phase = .stopped
      return pass([.hangUp])
    }
    phase = .taken
    input?.goOn()
    showAgain()
  }

  func handleSignals(_ numbers: [Int32]) {
    var isResized = false
    for number in numbers {
      switch number {
      case SIGWINCH: isResized = true
      case SIGHUP: pass((input?.surrender() ?? []) + [.hangUp])
      case SIGTERM, SIGINT: pass((input?.surrender() ?? []) + [.terminate])
      case SIGTSTP: suspend()
      case SIGCONT:
        // The process was stopped from outside, and a shell may have used the terminal.
        guard phase == .taken else { break }
        giveBack()
        takeOver()
      default: break
      }
    }
    // While the terminal is lent, a new size is noticed on return.
    if isResized, phase == .taken {
      noticeSize()
    }
  }
}

import ChatDomain
import ChatUI
import Composer
import Glibc
import TerminalScreen

/// A terminal that keeps nothing, so that any growth is the program's.
final class SilentTerminal: ScreenTerminal {
  let size: Size
  let hasColors = true
  private(set) var frames = 0
  private var tell: (@MainActor ([TerminalEvent]) -> Void)?

  init(_ size: Size) { self.size = size }

  func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    self.tell = tell
  }
  func present(_ frame: Frame) { frames += 1 }
  func invalidate() {}
  func perform(_ act: TerminalAct) {}
  func suspend() {}
  func lend<Result>(to body: () async -> Result) async -> Result { await body() }
  func stop() { tell = nil }

  /// The microseconds from a batch of events to the frame.
  func timed(_ events: [TerminalEvent]) async -> Double {
    let before = frames
    let start = Self.now
    tell?(events)
    while frames == before { await Task.yield() }
    return Self.now - start
  }

  /// Waits until no more frames come.
  func rest() async {
    var quiet = 0
    var last = frames
    while quiet < 8 {
      await Task.yield()
      quiet = frames == last ? quiet + 1 : 0
      last = frames
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  var environment: AppEnvironment {
    AppEnvironment(
      outlet: .screen(self), calendar: NoCalendar(), files: NoFiles(), programs: NoPrograms(),
      downloads: NoFiles())
  }
}

nonisolated struct NoCalendar: WallCalendar {
  var timeWidth: Int { 5 }
  func time(_ timestamp: Timestamp) -> String {
    let minutes = timestamp.microseconds / 60_000_000 % 1440
    return "\(minutes / 60):\(minutes % 60)"
  }
  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "day \(dayNumber(timestamp))" }
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { "\(dayNumber(timestamp))" }
  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }
}

nonisolated struct NoFiles: FileBrowser, DownloadFolder {
  func entries(ofFolder path: String) async -> [String] { [] }
  func size(ofFile path: String) async -> Int? { nil }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }
  func expanded(_ path: String) -> String { path }
  func shortened(_ path: String) -> String { path }
  var usualFolder: String { "~" }
  func place(at path: String, for name: FileName) async throws(ProgramError) -> SavingPlace {
    throw ProgramError("there is no folder")
  }
  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile {
    throw ProgramError("there is no folder")
  }
  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    throw ProgramError("there is no folder")
  }
}

nonisolated struct NoPrograms: OtherPrograms {
  @MainActor
  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {}
  @MainActor func endEditing(isHangUp: Bool) async -> String? { nil }
  func copy(_ text: String) async -> Bool { false }
  func open(_ address: String) async throws(ProgramError) {}
}

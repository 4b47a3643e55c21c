import Foundation
import TerminalScreen
import Testing

@testable import ChatScreens

/// Compares a screen with the picture of it that is kept in git.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens")
  /// Recording fails the run, so that nobody takes a recorded run for a passed one.
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"

  static let sizes = [
    Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
  ]

  static func check(
    _ state: ScreenState, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let size = "\(state.size.columns)x\(state.size.rows)"
    let file = folder.appending(path: "\(name)-\(size).screen")
    let picture = ScreenPicture(Screen.frame(of: state)).text
    let known = FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
    guard known != picture else { return }
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(picture.utf8).write(to: file)
    }
    let what = isRecording ? "recorded" : known == nil ? "no such golden" : "looks different"
    Issue.record(
      "\(name)-\(size): \(what)\n\(difference(known ?? "", picture))", sourceLocation: sourceLocation)
  }

  /// Lines that are only in one of two pictures, with their numbers.
  static func difference(_ known: String, _ picture: String) -> String {
    let old = known.split(separator: "\n", omittingEmptySubsequences: false)
    let new = picture.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    for index in 0..<max(old.count, new.count) {
      let was = index < old.count ? String(old[index]) : nil
      let now = index < new.count ? String(new[index]) : nil
      guard was != now else { continue }
      if let was { lines.append("\(index + 1) - \(was)") }
      if let now { lines.append("\(index + 1) + \(now)") }
    }
    return lines.joined(separator: "\n")
  }
}

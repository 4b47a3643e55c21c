import ChatScreens
import TerminalRecording
import TerminalScreen
import Testing

extension Golden {
  static let sizes = [
    Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 100, rows: 30),
    Size(columns: 120, rows: 40),
  ]

  static func check(
    _ state: ScreenState, _ name: String, file: String = #fileID,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(Screen.frame(of: state), name, file: file, sourceLocation: sourceLocation)
  }
}

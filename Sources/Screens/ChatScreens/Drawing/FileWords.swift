import TerminalScreen

/// A file in one line: its size, and its progress or why it failed.
struct FileWords {
  let name: String
  let size: Int?
  let percent: Int?
  let failure: String?

  init(_ upload: UploadLine) {
    name = upload.name
    size = upload.size
    percent = upload.percent
    failure = upload.failure
  }

  init(name: String, size: Int?) {
    self.name = name
    self.size = size
    percent = nil
    failure = nil
  }

  func styled(_ theme: Theme, columns: Int) -> StyledText {
    var end = StyledText()
    if let failure {
      end.append("  ! ", theme.error)
      end.append(FirstWords.line(of: failure), theme.error)
    } else {
      if let size { end.append("  \(Self.spelled(size))", theme.quiet) }
      if let percent { end.append(Self.bar(percent, theme, columns: columns)) }
    }
    var line = StyledText("▤ ", theme.quiet)
    // The status at the end matters more than the known name, but the name keeps a third of the row.
    let room = max(columns - 2 - end.width, columns / 3)
    line.append(StyledText(FirstWords.line(of: name), theme.text).truncated(to: max(1, room)))
    line.append(end)
    return line
  }

  private static func bar(_ percent: Int, _ theme: Theme, columns: Int) -> StyledText {
    let percent = min(max(0, percent), 100)
    var bar = StyledText("  ", theme.quiet)
    if columns >= 60 {
      let full = percent / 10
      bar.append(
        String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full) + " ", theme.good)
    }
    bar.append("\(percent) %", theme.good)
    return bar
  }

  /// A size as people write it: at most three digits, and one after the point.
  static func spelled(_ bytes: Int) -> String {
    guard bytes >= 1_000 else { return "\(max(0, bytes)) B" }
    var unit = 1_000
    for name in ["kB", "MB", "GB", "TB"] {
      // A value that would round up to a thousand becomes 1 of the next unit.
      if bytes / unit < 1_000 || name == "TB" {
        let tenths = bytes / (unit / 10)
        return tenths < 100 && tenths % 10 != 0
          ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(tenths / 10) \(name)"
      }
      unit *= 1_000
    }
    return "\(bytes) B"
  }
}

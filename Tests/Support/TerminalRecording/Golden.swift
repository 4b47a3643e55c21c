import Foundation
public import TerminalScreen
public import Testing

/// Compares a screen with its recorded picture in git.
public enum Golden {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// Recording fails the run, so that it cannot be mistaken for a passed one.
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"

  /// - Parameters:
  ///   - name: the name of the picture in the folder `Goldens` of the tests, without the size.
  ///   - file: the calling file; its module is the folder of the tests.
  public static func check(
    _ frame: Frame, _ name: String, file: String = #fileID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let module = file.prefix { $0 != "/" }
    let size = "\(frame.grid.size.columns)x\(frame.grid.size.rows)"
    let file = tests.appending(path: "\(module)/Goldens/\(name)-\(size).screen")
    let picture = ScreenPicture(frame).text
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

  /// The lines that occur in only one of two pictures, with their numbers.
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

/// A frame as readable text: a header, the cells between bars, and styles as letters with a legend.
public struct ScreenPicture {
  public let text: String

  public init(_ frame: Frame) {
    let size = frame.grid.size
    var lines = ["size \(size.columns)x\(size.rows)"]
    lines.append(frame.cursor.map { "cursor \($0.column),\($0.row)" } ?? "cursor hidden")
    for row in 0..<size.rows {
      lines.append("|" + frame.grid.row(row).map(\.text).joined() + "|")
    }
    var legend: [(style: Style, letter: Character)] = []
    lines.append("looks")
    for row in 0..<size.rows {
      var letters = ""
      for cell in frame.grid.row(row) {
        if cell.style == .plain {
          letters += "."
        } else if let known = legend.first(where: { $0.style == cell.style }) {
          letters.append(known.letter)
        } else {
          let letter = Self.letters[min(legend.count, Self.letters.count - 1)]
          legend.append((cell.style, letter))
          letters.append(letter)
        }
      }
      lines.append("|" + letters + "|")
    }
    for entry in legend { lines.append("\(entry.letter) \(Self.words(for: entry.style, frame.links))") }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static let letters: [Character] = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*")

  private static func words(for style: Style, _ links: [String]) -> String {
    var words: [String] = []
    if style.foreground != .standard { words.append(name(of: style.foreground)) }
    if style.background != .standard { words.append("on \(name(of: style.background))") }
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
      (.strikethrough, "strikethrough"),
    ]
    words += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    if let link = style.link { words.append("link \(links[Int(link.index)])") }
    return words.joined(separator: " ")
  }

  private static func name(of color: Color) -> String {
    let names = [
      "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "bright-red",
      "bright-green",
      "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]
    switch color {
    case .standard: return "standard"
    case .palette(let number): return number < 16 ? names[Int(number)] : "colour-\(number)"
    case .rgb(let red, let green, let blue): return "rgb-\(red)-\(green)-\(blue)"
    }
  }
}

import ChatControllers
import DraftEngine
import Foundation
import InMemoryService
import Testing

@testable import Composer

/// Runs the same keys in Vim and in the composer.
@Suite("Comparison with Vim")
struct VimOracleTests {
  @Test("Motions, operators and inserted text", arguments: 1...6 as ClosedRange<UInt64>)
  func sameAsVim(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let cases = (0..<500).map { _ in VimCase(using: &random) }
    let answers = try Vim.answers(to: cases)
    try #require(answers.count == cases.count)
    let world = try await ComposerWorld(style: .vi)
    for (vimCase, answer) in zip(cases, answers) {
      world.begin(vimCase)
      // What Vim deletes from an empty text depends on how it became empty.
      guard world.press(vimCase.commands) else { continue }
      // Yanking nothing, or deleting an empty text, changes Vim's register; ours keeps its content.
      let expected =
        ["", "\n"].contains(answer.register) ? answer.with(register: world.answer.register) : answer
      #expect(
        world.answer == expected, "\(vimCase.text.debugDescription) at \(vimCase.caret), \(vimCase.keys)")
    }
  }
}

/// A text, a caret and keys.
private struct VimCase: CustomStringConvertible {
  let text: String
  /// The byte offset of a Character.
  let caret: Int
  let commands: [String]

  var keys: String { commands.joined() }
  var description: String { "\(text.debugDescription) \(caret) \(keys)" }

  init(using random: inout SeededGenerator) {
    let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Bool.random(using: &random) || Bool.random(using: &random) ? Self.line(using: &random) : ""
    }
    let joined = lines.joined(separator: "\n")
    let text = joined.isEmpty ? "x" : joined
    let view = ViText(text)
    let index = text.indices.randomElement(using: &random) ?? text.startIndex
    self.text = text
    caret = view.caret(at: text.utf8.distance(from: text.startIndex, to: index))
    let commands = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.command(using: &random) }
    // For trailing blanks Vim's text objects reach into other lines, or move the caret and select nothing, so the
    // object comes first, and not there.
    let object = view.kind(at: caret, big: true) == .blank ? "" : Self.operationOnObject(using: &random)
    self.commands = (Int.random(in: 0..<4, using: &random) == 0 ? [object] : []) + commands
  }

  private static func line(using random: inout SeededGenerator) -> String {
    let pieces = [
      "one", "two", "x", "foo_bar", "a.b", "(in)", "[y]", "{z}", "Über", "日本", "don't", "--", ",", ".",
      "\"q s\"",
      "((a) b)", "9", "42",
    ]
    let blanks = [" ", " ", " ", "  ", ""]
    var line = Int.random(in: 0..<5, using: &random) == 0 ? "  " : ""
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      line += (pieces.randomElement(using: &random) ?? "") + (blanks.randomElement(using: &random) ?? "")
    }
    return line
  }

  // Not "{": in a text of one line Vim 9.0 moves to its end.
  private static let motions = [
    "h", "l", "j", "k", "w", "W", "b", "B", "e", "E", "ge", "gE", "0", "^", "$", "gg", "G", "}", "%",
    "fo",
    "Fo", "t ", "T ", "fa;", "to;", "to,", "fx",
  ]
  private static let objects = [
    "iw", "aw", "iW", "aW", "i\"", "a\"", "i(", "a(", "ib", "i[", "a[", "i{", "a}", "ip", "ap",
  ]

  private static func operationOnObject(using random: inout SeededGenerator) -> String {
    let object = objects.randomElement(using: &random) ?? "iw"
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "y" + object
    case 1: return "gU" + object
    case 2: return "c" + object + "new<Esc>"
    case 3: return "v" + object + "d"
    default: return "d" + object
    }
  }

  private static func command(using random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0..<3, using: &random) == 0 ? "\(Int.random(in: 2...3, using: &random))" : ""
    let motion = motions.randomElement(using: &random) ?? "w"
    // If a backward motion finds no such word, the operator fails, and Vim has moved the caret.
    let counted = ["0", "%", "b", "B", "ge", "gE"].contains(motion) ? motion : count + motion
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3: return counted
    case 4...6: return "d" + counted
    case 7: return "y" + counted
    case 8: return "c" + counted + "N<Esc>"
    case 9:
      // If a motion does not move, Vim changes a Character nevertheless.
      return (["gu", "gU", "g~"].randomElement(using: &random) ?? "gu")
        + (["w", "e", "W", "E", "$", "j", "k", "gg", "G"].randomElement(using: &random) ?? "w")
    case 10...12: return (["dd", "D", "dw", "cwN<Esc>", "yy", "dG"].randomElement(using: &random) ?? "dd")
    case 13:
      return count + (["dd", "yy", "x", "X", "D", "~", "rZ"].randomElement(using: &random) ?? "x")
    case 14:
      return
        (["J", "ccN<Esc>", "sN<Esc>", "SN<Esc>", "CN<Esc>", ">>", "<<", "guu", "gUU", "g~~"].randomElement(
          using: &random) ?? ">>")
    case 15: return count + (["p", "P"].randomElement(using: &random) ?? "p")
    case 16:
      return count
        + (["iN<Esc>", "aN <Esc>", "IN<Esc>", "AN<Esc>", "oN<Esc>", "ON<Esc>"].randomElement(using: &random)
          ?? "iN<Esc>")
    case 17:
      // Vim repeats a failed command; ours repeats the last change.
      return
        (["iN<Esc>", "aN<Esc>", "AN<Esc>", "oN<Esc>", "ON<Esc>"].randomElement(using: &random) ?? "iN<Esc>")
        + "."
    case 18:
      return "v" + counted + (["d", "y", "~", "U", "cN<Esc>"].randomElement(using: &random) ?? "d")
    default: return "V" + counted + (["d", "y", "u", ">"].randomElement(using: &random) ?? "d")
    }
  }
}

/// The text and caret after the keys.
private struct VimAnswer: Hashable, CustomStringConvertible {
  let text: String
  /// In bytes.
  let caret: Int
  let register: String

  var description: String { "\(text.debugDescription) \(caret) \(register.debugDescription)" }

  func with(register: String) -> VimAnswer { VimAnswer(text: text, caret: caret, register: register) }
}

extension ComposerWorld {
  fileprivate func begin(_ vimCase: VimCase) {
    composer.vi?.forgetUnfinished()
    vi?.isInserting = false
    vi?.find = nil
    vi?.forget()
    // Each case starts with a change that `.` can repeat.
    draft.update(text: "a")
    pressVi("x")
    killRing.add(Clipping("r"))
    draft.update(text: vimCase.text)
    composer.editor.deselect()
    draft.utf8Caret = vimCase.caret
  }

  /// - Returns: whether only the last command may have left an empty text.
  fileprivate func press(_ commands: [String]) -> Bool {
    for command in commands {
      if draft.text.isEmpty { return false }
      pressVi(command)
    }
    return true
  }

  fileprivate var answer: VimAnswer {
    VimAnswer(text: draft.text, caret: draft.utf8Caret, register: killRing.entry(0)?.text ?? "")
  }
}

private enum Vim {
  static func answers(to cases: [VimCase]) throws -> [VimAnswer] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    try script.write(to: folder.appendingPathComponent("oracle.vim"), atomically: false, encoding: .utf8)
    try cases.map(line).joined().write(
      to: folder.appendingPathComponent("cases"), atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["vim", "-es", "-u", "NONE", "-i", "NONE", "-n", "-N", "-S", "oracle.vim"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb", "HOME": folder.path,
    ]
    try process.run()
    process.waitUntilExit()
    let written = try String(contentsOf: folder.appendingPathComponent("answers"), encoding: .utf8)
    return written.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map { part in
        part.replacingOccurrences(of: "\u{1}", with: "\n")
      }
      let text = parts[0]
      let start = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(
        (Int(parts[1]) ?? 1) - 1
      )
      .reduce(0) { $0 + $1.utf8.count + 1 }
      return VimAnswer(text: text, caret: start + (Int(parts[2]) ?? 1) - 1, register: parts[3])
    }
  }

  private static func line(_ vimCase: VimCase) -> String {
    let before = vimCase.text.utf8.prefix(vimCase.caret)
    let row = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    let keys = vimCase.keys.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "<Esc>", with: "\\<Esc>")
    let text = vimCase.text.replacingOccurrences(of: "\n", with: "\u{1}")
    return "\(text)\t\(row)\t\(column)\t\(keys)\n"
  }

  /// With `xt`, `feedkeys` continues after a key that fails, as a person does; `:normal` would not.
  private static let script = """
    set noswapfile enc=utf-8 sol viminfo= cpo-=C sw=2 et noai nojoinspaces matchpairs=(:),{:},[:]
    let out = []
    for c in readfile('cases')
      let [text, l, k, keys] = split(c, "\\t", 1)
      enew!
      call setline(1, 'a')
      call feedkeys('x', 'xt')
      enew!
      call setline(1, split(text, "\\x01", 1))
      call setreg('"', 'r')
      call cursor(l, k)
      let &ul = &ul
      silent! call feedkeys(eval('"' . keys . '"'), 'xt')
      call add(out, join(getline(1, '$'), "\\x01") . "\\t" . line('.') . "\\t" . col('.') . "\\t" . substitute(getreg('"'), "\\n", "\\x01", 'g'))
    endfor
    call writefile(out, 'answers')
    qa!
    """
}

import ChatControllers
import DraftEngine
import Testing

@testable import Composer

/// A draft, keys, and the draft after them. `|` is the caret, which in normal mode is on the Character after it, and
/// `[Ann]` a mention.
nonisolated struct ViExample: CustomTestStringConvertible {
  let before: String
  let keys: String
  let after: String

  init(_ before: String, _ keys: String, _ after: String) {
    self.before = before
    self.keys = keys
    self.after = after
  }

  var testDescription: String { "\(before) \(keys) \(after)" }
}

@Suite("vi keys")
struct ViKeysTests {
  private func check(_ example: ViExample) async throws {
    let world = try await ComposerWorld(style: .vi)
    try world.set(example.before)
    world.vi?.isInserting = false
    world.pressVi(example.keys)
    #expect(world.shown == example.after)
  }

  @Test("Motions", arguments: motions)
  func moves(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let motions = [
    ViExample("one| two", "h", "on|e two"),
    ViExample("|one two", "h", "|one two"),
    ViExample("one |two", "2h", "on|e two"),
    ViExample("o|ne", "l", "on|e"),
    ViExample("on|e", "l", "on|e"),
    ViExample("|日本語", "2l", "日本|語"),
    ViExample("|👩‍👩‍👧x", "l", "👩‍👩‍👧|x"),
    ViExample("on|e\ntwo\nthree", "j", "one\ntw|o\nthree"),
    ViExample("one\nt|wo\nthree", "k", "o|ne\ntwo\nthree"),
    ViExample("long lin|e\nx\nlong line", "jj", "long line\nx\nlong lin|e"),
    ViExample("lon|g\nx\nlonger", "$jj", "long\nx\nlonge|r"),
    ViExample("|one\ntwo", "3j", "one\n|two"),
    ViExample("|one two", "w", "one |two"),
    ViExample("|one.two", "w", "one|.two"),
    ViExample("|one.two three", "W", "one.two |three"),
    ViExample("|one\ntwo", "w", "one\n|two"),
    ViExample("|one\n\ntwo", "w", "one\n|\ntwo"),
    ViExample("|one two three", "2w", "one two |three"),
    ViExample("one |two", "w", "one tw|o"),
    ViExample("one tw|o", "b", "one |two"),
    ViExample("one |two", "b", "|one two"),
    ViExample("one.two |three", "B", "|one.two three"),
    ViExample("one\n|two", "b", "|one\ntwo"),
    ViExample("|one two", "e", "on|e two"),
    ViExample("on|e two", "e", "one tw|o"),
    ViExample("|a.b c", "E", "a.|b c"),
    ViExample("one |two", "ge", "on|e two"),
    ViExample("a.b |c", "gE", "a.|b c"),
    ViExample("  on|e", "0", "|  one"),
    ViExample("  on|e", "^", "  |one"),
    ViExample("|one two", "$", "one tw|o"),
    ViExample("|one\ntwo\nthree", "2$", "one\ntw|o\nthree"),
    ViExample("|one\ntwo\n three", "G", "one\ntwo\n |three"),
    ViExample("one\ntwo\nthr|ee", "gg", "|one\ntwo\nthree"),
    ViExample("|one\ntwo\nthree", "2G", "one\n|two\nthree"),
    ViExample("|one\ntwo\nthree", "3gg", "one\ntwo\n|three"),
    ViExample("|one\ntwo\n\nthree", "}", "one\ntwo\n|\nthree"),
    ViExample("one\n\ntwo\nth|ree", "{", "one\n|\ntwo\nthree"),
    ViExample("|(a [b] c)", "%", "(a [b] c|)"),
    ViExample("f|(a (b) c) d", "%", "f(a (b) c|) d"),
    ViExample("x (a\nb|) y", "%", "x |(a\nb) y"),
    ViExample("|banana", "fn", "ba|nana"),
    ViExample("|banana", "2fn", "bana|na"),
    ViExample("|banana", "fx", "|banana"),
    ViExample("banan|a", "Fn", "bana|na"),
    ViExample("|banana", "tn", "b|anana"),
    ViExample("banan|a", "Tb", "b|anana"),
    ViExample("|banana", "fa;", "ban|ana"),
    ViExample("|banana", "fa;,", "b|anana"),
    ViExample("|banana", "tn;", "ban|ana"),
  ]

  @Test("Operators with motions", arguments: operators)
  func operates(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let operators = [
    ViExample("one |two three", "dw", "one |three"),
    ViExample("one two |three", "dw", "one two| "),
    ViExample("|one two three", "2dw", "|three"),
    ViExample("|a b c d e f g", "2d3w", "|g"),
    ViExample("one |two\nthree", "dw", "one| \nthree"),
    ViExample("one |two", "db", "|two"),
    ViExample("one t|wo three", "de", "one t| three"),
    ViExample("one t|wo three", "d$", "one |t"),
    ViExample("one t|wo", "d0", "|wo"),
    ViExample("|one(two)", "dt(", "|(two)"),
    ViExample("|one(two)", "df(", "|two)"),
    ViExample("one\nt|wo\nthree", "dd", "one\n|three"),
    ViExample("one\ntwo\nth|ree", "dd", "one\n|two"),
    ViExample("|only", "dd", "|"),
    ViExample("|one\ntwo\nthree", "2dd", "|three"),
    ViExample("|one\ntwo\nthree", "dj", "|three"),
    ViExample("one\ntwo\n|three", "dk", "|one"),
    ViExample("one\n|two\nthree", "dG", "|one"),
    ViExample("one\n|two\nthree", "dgg", "|three"),
    ViExample("one |two three", "cwsix<Esc>", "one si|x three"),
    ViExample("one |two", "cc3<Esc>", "|3"),
    ViExample("one |two\nthree", "Cx<Esc>", "one |x\nthree"),
    ViExample("o|ne", "sx<Esc>", "o|xe"),
    ViExample("one\nt|wo", "Sx<Esc>", "one\n|x"),
    ViExample("on|e two", "D", "o|n"),
    ViExample("on|e two", "x", "on| two"),
    ViExample("|one", "2x", "|e"),
    ViExample("|one", "9x", "|"),
    ViExample("on|e", "X", "o|e"),
    ViExample("|One two", "gUw", "|ONE two"),
    ViExample("ONE T|WO", "guu", "|one two"),
    ViExample("  one t|wo", "gUU", "  |ONE TWO"),
    ViExample("On|E", "g~~", "|oNe"),
    ViExample("|one", "~", "O|ne"),
    ViExample("|one", "3~", "ON|E"),
    ViExample("|one\ntwo", ">>", "  |one\ntwo"),
    ViExample("    |one", "<<", "  |one"),
    ViExample("|one\ntwo", ">j", "  |one\n  two"),
    ViExample("|one", "rx", "|xne"),
    ViExample("|one", "2rx", "x|xe"),
    ViExample("|one", "4rx", "|one"),
    ViExample("one |two", "r<CR>", "one \n|wo"),
    ViExample("on|e\n  two", "J", "one| two"),
    ViExample("|one\ntwo\nthree", "3J", "one two| three"),
    ViExample("|one\n)", "J", "one|)"),
  ]

  @Test("Text objects", arguments: objects)
  func takesObjects(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let objects = [
    ViExample("one t|wo three", "diw", "one | three"),
    ViExample("one t|wo three", "daw", "one |three"),
    ViExample("one t|wo", "daw", "on|e"),
    ViExample("a.|b c", "diW", "| c"),
    ViExample("one (t|wo) three", "di(", "one (|) three"),
    ViExample("one (t|wo) three", "da(", "one | three"),
    ViExample("((a) |b)", "dib", "(|)"),
    ViExample("(a\n|b)", "di(", "(|)"),
    ViExample("{a |b}", "da}", "|"),
    ViExample("<a |b>", "di<", "<|>"),
    ViExample("say \"h|i you\" now", "di\"", "say \"|\" now"),
    ViExample("say \"h|i you\" now", "da\"", "say |now"),
    ViExample("|say 'hi'", "ci'x<Esc>", "say '|x'"),
    ViExample("a `c|ode` b", "di`", "a `|` b"),
    ViExample("one\nt|wo\n\nthree", "dip", "|\nthree"),
    ViExample("one\nt|wo\n\nthree", "dap", "|three"),
    ViExample("to [An|n Lee] now", "dim", "to | now"),
    ViExample("to [An|n Lee] now", "dam", "to |now"),
    ViExample("|to [Ann Lee] now", "cimall<Esc>", "to al|l now"),
    ViExample("to [An|n Lee] now", "diw", "to | now"),
  ]

  @Test("Insert mode", arguments: insertions)
  func inserts(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let insertions = [
    ViExample("o|ne", "ix<Esc>", "o|xne"),
    ViExample("o|ne", "ax<Esc>", "on|xe"),
    ViExample("  o|ne", "Ix<Esc>", "  |xone"),
    ViExample("o|ne", "Ax<Esc>", "one|x"),
    ViExample("o|ne\ntwo", "ox<Esc>", "one\n|x\ntwo"),
    ViExample("o|ne", "Ox<Esc>", "|x\none"),
    ViExample("|one", "3ix<Esc>", "xx|xone"),
    ViExample("|one", "2ox<Esc>", "one\nx\n|x"),
    ViExample("|", "ihi<Esc>", "h|i"),
    ViExample("|one", "ixy<BS><Esc>", "|xone"),
    ViExample("|one", "i<Esc>i<Esc>", "|one"),
  ]

  @Test("Registers", arguments: registers)
  func keepsInRegisters(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let registers = [
    ViExample("|one two", "dwp", "tone| wo"),
    ViExample("|one two", "dw$p", "twoone| "),
    ViExample("|one\ntwo", "yyp", "one\n|one\ntwo"),
    ViExample("one\n|two", "yyP", "one\n|two\ntwo"),
    ViExample("|one\ntwo", "ddp", "two\n|one"),
    ViExample("|one", "yl3p", "ooo|one"),
    ViExample("|one", "xp", "n|oe"),
    ViExample("|one two", "\"ayiww\"by$\"ap", "one ton|ewo"),
    ViExample("|one\ntwo", "\"ayyj\"Ayy\"ap", "one\ntwo\n|one\ntwo"),
    ViExample("|one two", "yiw\"_dwP", "on|etwo"),
    ViExample("hi [An|n] you", "dimP", "hi [An|n] you"),
    ViExample("hi [An|n]", "yimA, <Esc>p", "hi [Ann], [An|n]"),
    ViExample("|one two", "yiwwvep", "one on|e"),
  ]

  @Test("Visual mode", arguments: visual)
  func selects(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let visual = [
    ViExample("|one two", "vd", "|ne two"),
    ViExample("|one two", "vwd", "|wo"),
    ViExample("one t|wo", "vbd", "one |o"),
    ViExample("one\nt|wo\nthree", "Vd", "one\n|three"),
    ViExample("|one\ntwo\nthree", "Vjd", "|three"),
    ViExample("|one two", "viwU", "|ONE two"),
    ViExample("|One", "v$~", "|oNE"),
    ViExample("|one", "vlrx", "x|xe"),
    ViExample("|one two", "vecx<Esc>", "|x two"),
    ViExample("one |two", "veohd", "on|e"),
    ViExample("|one\ntwo", "Vj>", "  |one\n  two"),
    ViExample("|one\ntwo\nthree", "VjJ", "one| two\nthree"),
    ViExample("one |two", "v<Esc>x", "one |wo"),
    ViExample("a (b |c) d", "vi(d", "a (|) d"),
    ViExample("|one two", "veyP", "on|eone two"),
  ]

  @Test("Repeating the last change", arguments: repetitions)
  func repeats(_ example: ViExample) async throws { try await check(example) }

  private nonisolated static let repetitions = [
    ViExample("|one two three", "dw.", "|three"),
    ViExample("|one two three", "dw2.", "|"),
    ViExample("|one two", "cwx<Esc>w.", "x |x"),
    ViExample("|one two", "Ax<Esc>.", "one twox|x"),
    ViExample("|one\ntwo", "ddu", "|one\ntwo"),
    ViExample("|one two", "dwdwu", "|two"),
    ViExample("|one two", "dwu<C-r>", "|two"),
    ViExample("|one", "ihello there <Esc>u", "|one"),
    ViExample("|one two", "cwtwo words<Esc>u", "|one two"),
    ViExample("hi [An|n]", "dimu", "hi |[Ann]"),
    ViExample("|abc", "xxxuu", "|bc"),
    ViExample("|abc", "xxx3u", "|abc"),
  ]

  @Test("Escape alone repeats typed text, and C-c makes a separate step")
  func insertionsEnd() async throws {
    let world = try await ComposerWorld(style: .vi)
    try world.set("one|")
    world.vi?.isInserting = false
    world.pressVi("3ahello")
    #expect(world.composer.setAside())
    #expect(world.draft.text.isEmpty)
    world.composer.perform(.undo)
    #expect(world.draft.text == "onehello")
    world.pressVi("<Esc>")
    #expect(world.draft.text == "onehello")
  }

  @Test("A motion of the composer ends the change that `.` repeats")
  func motionEndsInsertion() async throws {
    let world = try await ComposerWorld(style: .vi)
    try world.set("|one")
    world.vi?.isInserting = false
    world.pressVi("3ix<Right>y<Esc>")
    #expect(world.draft.text == "xoyne")
    world.pressVi(".")
    #expect(world.draft.text == "xoyyne")
  }

  @Test("A pending command does not outlast a composer key")
  func beginningsEnd() async throws {
    let world = try await ComposerWorld(style: .vi)
    try world.set("one |two")
    world.vi?.isInserting = false
    world.pressVi("d")
    world.composer.perform(.lineStart)
    world.pressVi("w")
    #expect(world.shown == "one |two")
  }
}

import ChatControllers
import ChatScreens
import Testing

@testable import Composer

/// Composer keys: each case is the composer before, the keys, and the composer after.
@Suite struct ComposerKeyTests {
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var before: String
    var keys: String
    var after: String

    init(_ before: String, _ keys: String, _ after: String) {
      self.before = before
      self.keys = keys
      self.after = after
    }

    var testDescription: String { "\(before) · \(keys) · \(after)" }
  }

  private func check(_ row: Case) async throws {
    let world = try await ComposerWorld(row.before)
    world.press(row.keys)
    #expect(world.shown == row.after)
  }

  @Test(
    "Moving",
    arguments: [
      Case("ab\ncd|", "C-a", "ab\n|cd"),
      Case("ab\ncd|", "Home Home", "ab\n|cd"),
      Case("a|b\ncd", "C-e", "ab|\ncd"),
      Case("a|b\ncd", "End", "ab|\ncd"),
      Case("ab|", "C-b", "a|b"),
      Case("ae\u{301}🇩🇪|", "Left Left", "a|e\u{301}🇩🇪"),
      Case("|e\u{301}b", "C-f", "e\u{301}|b"),
      Case("|ab", "Right Right Right", "ab|"),
      Case("one two|", "M-b", "one |two"),
      Case("one two|", "C-Left M-Left", "|one two"),
      Case("|one two", "M-f", "one| two"),
      Case("|one two", "C-Right M-Right", "one two|"),
      Case("ab\ncd|", "M-<", "|ab\ncd"),
      Case("ab\ncd|", "C-Home", "|ab\ncd"),
      Case("|ab\ncd", "M->", "ab\ncd|"),
      Case("|ab\ncd", "C-End", "ab\ncd|"),
      Case("abc\nd\nefg|", "Up", "abc\nd|\nefg"),
      Case("abc\nd\nefg|", "Up Up", "abc|\nd\nefg"),
      Case("abc|\nd\nefg", "Down Down", "abc\nd\nefg|"),
      Case("abc|\nd\nefg", "Down Left Down", "abc\nd\n|efg"),
      Case("one\ntwo|", "C-p", "one|\ntwo"),
      Case("one|\ntwo", "C-n", "one\ntwo|"),
    ])
  func moves(row: Case) async throws { try await check(row) }

  @Test(
    "Killing and yanking",
    arguments: [
      Case("a|bc\nd", "C-k", "a|\nd"),
      Case("a|\nd", "C-k", "a|d"),
      Case("ab\nc|d", "C-u", "ab\n|d"),
      Case("a|bc\nd", "C-k C-y", "abc|\nd"),
      Case("see https://a.b/c|", "C-w", "see |"),
      Case("see src/main.c|", "M-Backspace", "see src/main.|"),
      Case("see src/main.c|", "M-Backspace C-_ C-w", "see |"),
      Case("one two three|", "C-w C-w C-y", "one two three|"),
      Case("one two|", "M-Backspace", "one |"),
      Case("one two|", "C-Backspace", "one |"),
      Case("|one two", "M-d", "| two"),
      Case("|one two", "C-Delete", "| two"),
      Case("one| two-three", "M-d", "one|-three"),
      Case("one two|", "M-Backspace C-y C-y", "one twotwo|"),
      Case("one two three|", "M-Backspace M-Backspace C-y", "one two three|"),
      Case("|one two", "M-d M-d C-e C-y", "one two|"),
      Case("one |two", "M-Backspace M-d C-y", "one two|"),
      Case("one two|", "M-Backspace C-a M-d C-y", "one| "),
      Case("one two|", "M-Backspace C-a M-d C-y M-y", "two| "),
      Case("one two|", "M-Backspace C-a M-d C-y M-y M-y", "one| "),
      Case("one two|", "M-Backspace M-y", "one |"),
      Case("hi [Ann]|", "C-u C-y C-y", "hi [Ann]hi [Ann]|"),
      Case("[Ann Lee]|", "M-Backspace C-y", "[Ann Lee]|"),
      Case("a ^b [Ann]| c", "C-w", "a | c"),
      Case("a ^b [Ann]| c", "C-w C-e C-y", "a  cb [Ann]|"),
      Case("a ^b| c", "M-w C-y", "a bb| c"),
    ])
  func kills(row: Case) async throws { try await check(row) }

  @Test(
    "Deleting and transposing",
    arguments: [
      Case("ab|c", "C-h", "a|c"),
      Case("ab|c", "Backspace Backspace Backspace", "|c"),
      Case("e\u{301}👨‍👩‍👧|", "Backspace", "e\u{301}|"),
      Case("e\u{301}👨‍👩‍👧|", "Backspace Backspace", "|"),
      Case("a|bc", "C-d", "a|c"),
      Case("a|🇩🇪c", "Delete", "a|c"),
      Case("hi [Ann]|", "Backspace", "hi <[Ann]>|"),
      Case("hi [Ann]|", "Backspace Backspace", "hi |"),
      Case("hi [Ann]|", "Backspace Backspace C-_", "hi [Ann]|"),
      Case("hi |[Ann] x", "Delete", "hi |<[Ann]> x"),
      Case("hi |[Ann] x", "C-d C-d", "hi | x"),
      Case("hi [Ann]|", "Backspace 'you'", "hi you|"),
      Case("hi [Ann]|", "Backspace Left", "hi |[Ann]"),
      Case("hi |[Ann]", "Delete Right", "hi [Ann]|"),
      Case("hi [Ann]|", "Backspace C-e Backspace", "hi <[Ann]>|"),
      Case("hi [Ann]|", "Backspace C-w", "hi |"),
      Case("hi [Ann]|", "Backspace M-w C-y", "hi [Ann][Ann]|"),
      Case("hi [A|nn]", "Backspace", "hi |nn"),
      Case("ab|c", "C-t", "acb|"),
      Case("abc|", "C-t", "acb|"),
      Case("a|", "C-t", "a|"),
      Case("|ab", "C-t", "|ab"),
      Case("a\nb|", "C-t", "a\nb|"),
      Case("one two|", "M-t", "two one|"),
      Case("one| two", "M-t", "two one|"),
      Case("one, two  |", "M-t", "two, one|  "),
      Case("[Ann] [Ben]|", "M-t", "[Ben] [Ann]|"),
      Case("one|", "M-t", "one|"),
      Case("one [Alex Dunn]|", "M-t", "[Alex Dunn] one|"),
      Case("[Alex Dunn] one|", "M-t", "one [Alex Dunn]|"),
      Case("one| [Alex Dunn] two", "M-t", "[Alex Dunn] one| two"),
      Case("[Alex Dunn]|", "M-t", "[Alex Dunn]|"),
      Case("a [Ann]|", "C-t", "a[Ann] |"),
      Case("[Ann]|x", "C-t", "x[Ann]|"),
      Case("x|[Ann]", "C-t", "[Ann]x|"),
      Case("[Ann]|", "C-t", "[Ann]|"),
    ])
  func deletes(row: Case) async throws { try await check(row) }

  @Test(
    "Undo and redo, the region and typing",
    arguments: [
      Case("|", "'one two' C-_", "one |"),
      Case("|", "'one two' C-_ C-_", "|"),
      Case("|", "'one two' C-_ C-_ M-_", "one |"),
      Case("|", "'one' C-a 'x' C-_", "|one"),
      Case("hi [Ann]|", "C-u C-_", "hi [Ann]|"),
      Case("one two|", "M-Backspace 'x' C-_", "one |"),
      Case("one two|", "M-Backspace M-Backspace C-_", "one |"),
      Case("ab|c", "C-Space C-e", "ab^c|"),
      Case("ab|c", "C-Space C-Space C-e", "abc|"),
      Case("a^bc|", "'x'", "abcx|"),
      Case("a^bc|", "C-g", "abc|"),
      Case("|", "'e' '\u{301}'", "e\u{301}|"),
      Case("|", "'a' M-Enter 'b' C-j 'c'", "a\nb\nc|"),
      Case("|", "'a' S-Enter", "a\n|"),
      Case("|one two", "M-u", "ONE| two"),
      Case("|one two", "M-l", "one| two"),
      Case("|one two", "M-c", "One| two"),
      Case("|one two", "Right M-u", "oNE| two"),
      Case("|one two", "Right M-c", "oNe| two"),
      Case("|one two", "M-f M-c", "one Two|"),
      Case("|one two", "M-f M-u M-u", "one TWO|"),
      Case("|one two", "M-u C-_", "one| two"),
    ])
  func edits(row: Case) async throws { try await check(row) }

  @Test("Up and Down move by the visible rows and keep their column")
  func movesByRow() async throws {
    let world = try await ComposerWorld("abcd efgh ij\nklmnopq|")
    world.composer.viewport.width = 6
    world.press("Up")
    #expect(world.shown == "abcd efgh ij\nkl|mnopq")
    world.press("Up Up")
    #expect(world.shown == "abcd ef|gh ij\nklmnopq")
    world.press("Down Down Down Down")
    #expect(world.shown == "abcd efgh ij\nklmnopq|")
  }

  @Test("The caret is always visible, and the rows scroll no further than necessary")
  func scrolls() async throws {
    let world = try await ComposerWorld("1\n2\n3\n4\n5|")
    world.composer.viewport.height = 3
    #expect(world.state.firstRow == 2)
    world.press("Up Up")
    #expect(world.state.firstRow == 2)
    world.press("Up")
    #expect(world.state.firstRow == 1)
    world.press("C-End C-u C-u C-u C-u")
    #expect(world.state.firstRow == 0)
  }

  @Test("Every command of the composer has a key, and none leaves the caret outside the text")
  func isComplete() async throws {
    let world = try await ComposerWorld()
    let commands = world.context.keymap.bindings.compactMap { binding -> ComposerCommand? in
      if case .composer(let command) = binding.command { return command }
      return nil
    }
    #expect(Set(commands) == Set(ComposerCommand.allCases))
    for command in ComposerCommand.allCases {
      try world.set("one [Ann]| two")
      world.composer.perform(command)
      #expect(world.draft.utf8Caret <= world.draft.text.utf8.count)
    }
  }
}

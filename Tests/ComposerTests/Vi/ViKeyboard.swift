import ChatScreens
import TerminalScreen
import Testing

@testable import Composer

extension ComposerWorld {
  /// Presses keys in Vim's notation: each Character is a key, and `<Esc>`, `<CR>`, `<BS>` and `<C-r>` are those keys.
  func pressVi(_ keys: String) {
    var rest = Substring(keys)
    var pending: [KeyEvent] = []
    while let first = rest.first {
      var key = KeyEvent(.character(first))
      rest.removeFirst()
      if first == "<", let end = rest.firstIndex(of: ">"), let named = Self.named[String(rest[..<end])] {
        key = named
        rest = rest[rest.index(after: end)...]
      }
      press(key, after: &pending)
    }
    #expect(pending.isEmpty, "\(keys) ends in the middle of a key sequence")
  }

  private static let named: [String: KeyEvent] = [
    "Esc": KeyEvent(.escape), "CR": KeyEvent(.enter), "BS": KeyEvent(.backspace),
    "C-r": KeyEvent(.character("r"), .control), "Left": KeyEvent(.left), "Right": KeyEvent(.right),
  ]

  private func press(_ key: KeyEvent, after pending: inout [KeyEvent]) {
    if pending.isEmpty, composer.take(key) != nil { return }
    pending.append(key)
    let areas =
      (composer.vi?.areas ?? []) + (popup == nil ? [.composer, .global] : [.popup, .composer, .global])
    switch context.keymap.meaning(of: pending, in: areas) {
    case .unfinished: return
    case .command(.vi(let command)): _ = composer.perform(vi: command)
    case .command(.composer(let command)): _ = composer.perform(command)
    case .command(.popup(let command)): _ = composer.perform(command)
    case .command(.global(.stepBack)): _ = composer.stepBack()
    case .command: break
    case .nothing:
      if composer.vi?.isInserting == true, case .character(let character) = key.key {
        composer.type(String(character))
      } else {
        composer.vi?.forgetUnfinished()
      }
    }
    pending = []
  }
}

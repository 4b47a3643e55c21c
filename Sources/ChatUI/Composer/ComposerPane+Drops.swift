import ChatControllers
import ChatDomain
import DraftEngine

/// Files that were attached in the place of a pasted path. The texts with the path and without it tell the step between
/// them from all others, in both directions.
nonisolated struct Drop: Hashable, Sendable {
  var files: [InputFile]
  /// The text with the path: when undo brings it back, the files go.
  var text: String
  /// The text without it: when redo does, those that went come back.
  var textWithout: String
  /// Those that undo took off.
  var gone: [InputFile] = []
}

extension ComposerPane {
  /// What looks like dropped files is attached instead of being said, once it is known that they are there.
  func attachDropped(_ paths: [String], pastedAt range: Range<Int>) {
    guard let files = stage?.files else { return }
    let pasted = Excerpt.beginning(of: draft.text.slice(utf8: range))
    let text = draft.text
    Task { [weak self] in
      var found: [(path: String, size: Int?)] = []
      for path in paths {
        let full = files.expanded(path)
        guard let size = await files.size(ofFile: full) else { return }
        found.append((full, size))
      }
      // Whoever typed on meanwhile wants the words.
      guard let self, draft.text == text, attach(found), remove(range) else { return }
      drops.append(
        Drop(files: found.map { InputFile(path: $0.path) }, text: text, textWithout: draft.text))
      let names = found.map { InputFile(path: $0.path).name }.joined(separator: ", ")
      say("Goes along: \(names); \(keys(.composer(.undo))) puts back \(pasted)", .good)
    }
  }

  /// - Returns: whether all of them go along now.
  private func attach(_ found: [(path: String, size: Int?)]) -> Bool {
    guard mayAttach(found.count) else { return false }
    for (path, size) in found {
      guard let refusal = refusal(of: path, size) else { continue }
      say(refusal, .error)
      return false
    }
    for (path, size) in found { sizes[path] = size }
    draft.files += found.map { InputFile(path: $0.path) }
    return true
  }

  /// Undo led from one text to another: where that brought back a path, the files that came in its place go.
  func takeBackDrop(from before: String) {
    guard let index = drops.lastIndex(where: { $0.textWithout == before && $0.text == draft.text }) else {
      return
    }
    drops[index].gone = drops[index].files.filter(draft.files.contains)
    draft.files.removeAll(where: drops[index].files.contains)
  }

  /// Redo took the path away again: its files come back.
  func repeatDrop(from before: String) {
    guard let index = drops.lastIndex(where: { $0.text == before && $0.textWithout == draft.text }) else {
      return
    }
    draft.files += drops[index].gone
    drops[index].gone = []
  }
}

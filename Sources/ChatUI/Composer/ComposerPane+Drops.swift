import ChatControllers
import ChatDomain
import DraftEngine

/// Files whose paths were pasted: they can be attached in place of the paths, as long as nothing else happens.
nonisolated struct FileOffer: Hashable, Sendable {
  var found: [FoundFile]
  /// Where the paths stand, and in which text.
  var range: Range<Int>
  var text: String

  struct FoundFile: Hashable, Sendable {
    var path: String
    var size: Int
  }

  /// "notes.txt, photo.png".
  var names: String { files.map(\.name).joined(separator: ", ") }
  var files: [InputFile] { found.map { InputFile(path: $0.path) } }
}

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
  /// A path that was pasted stays text: only the person can know whether the file is to be sent. Once it is known that
  /// the files are there, they are offered.
  func offerFiles(_ paths: [String], pastedAt range: Range<Int>) {
    guard let files = services?.files else { return }
    let text = draft.text
    Task { [weak self] in
      var found: [FileOffer.FoundFile] = []
      for path in paths {
        let full = files.expanded(path)
        guard let size = await files.size(ofFile: full) else { return }
        found.append(.init(path: full, size: size))
      }
      // Whoever typed on meanwhile wants the words.
      guard let self, draft.text == text, caret == range.upperBound else { return }
      let offer = FileOffer(found: found, range: range, text: text)
      fileOffer = offer
      refreshPopup(mayOpen: true)
      let words = "attaches \(offer.names) instead; \(keys(.composer(.send))) sends the path as text"
      say("\(keys(.popup(.accept))) \(words)")
    }
  }

  /// The offer, as long as the caret is right behind the paths.
  var presentOffer: FileOffer? {
    guard let fileOffer, fileOffer.range.upperBound == caret, fileOffer.text == draft.text else { return nil }
    return fileOffer
  }

  /// Attaches the files that were offered, and takes their paths away.
  func attachOffered() -> ComposerOutcome {
    guard let offer = presentOffer else { return .nothing }
    fileOffer = nil
    closePopup()
    let pasted = Excerpt.beginning(of: draft.text.slice(utf8: offer.range))
    guard attach(offer.found), remove(offer.range) else { return .nothing }
    drops.append(Drop(files: offer.files, text: offer.text, textWithout: draft.text))
    say("\(offer.names) goes along; \(keys(.composer(.undo))) puts back \(pasted)", .good)
    return .done
  }

  /// - Returns: whether all of them go along now.
  private func attach(_ found: [FileOffer.FoundFile]) -> Bool {
    guard mayAttach(found.count) else { return false }
    for file in found {
      guard let refusal = refusal(of: file.path, file.size) else { continue }
      say(refusal, .error)
      return false
    }
    for file in found { sizes[file.path] = file.size }
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

import ChatControllers
import ChatDomain
import DraftEngine

/// Files whose paths were pasted, and pasted texts that become files. Both stay text until the user chooses to attach a
/// file in their place: only the user knows which of the two is meant.
final class PastedFiles {
  /// Files that were attached in place of pasted text. The draft's texts before and after it identify the step for undo and redo.
  struct Replacement {
    let files: [InputFile]
    let textWithPaths: String
    let textWithout: String
    /// The files that each undo has removed, for redo.
    var removed: [[InputFile]] = []
  }

  private var lastOffer: FileOffer?
  private var replacements: [Replacement] = []
  private let editor: ComposerTextEditor
  private let attachments: Attachments
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  init(_ editor: ComposerTextEditor, attachments: Attachments, context: any ComposerContext) {
    self.editor = editor
    self.attachments = attachments
    self.context = context
  }

  /// The files to offer while the caret is right after their paths and the text is unchanged.
  var offer: FileOffer? {
    guard let lastOffer, lastOffer.range.upperBound == draft.utf8Caret, lastOffer.text == draft.text else {
      return nil
    }
    return lastOffer
  }

  /// Looks for the files whose paths were pasted into this text.
  ///
  /// - Returns: the offer to attach them; nil if one of them cannot be read, or if the text or the caret has changed meanwhile.
  func find(_ paths: [String], at range: Range<Int>, of text: String) async -> FileOffer? {
    let files = context.files
    var found: [MeasuredFile] = []
    for path in paths {
      let full = files.expanded(path)
      guard let size = await files.size(ofFile: full) else { return nil }
      found.append(MeasuredFile(path: full, size: size))
    }
    guard draft.text == text, draft.utf8Caret == range.upperBound else { return nil }
    lastOffer = FileOffer(found: found, range: range, text: text)
    return lastOffer
  }

  /// Attaches the offered files in place of their paths.
  func accept() -> Bool {
    guard let offer else { return false }
    lastOffer = nil
    guard attachments.attach(offer.found), editor.remove(offer.range) else { return false }
    replacements.append(Replacement(files: offer.files, textWithPaths: offer.text, textWithout: draft.text))
    let undo = context.key(of: .composer(.undo))
    context.say(.attached(offer.names, undo: undo))
    return true
  }

  /// Replaces a pasted text by an attached file with that text.
  func attach(_ paste: LongPaste) -> Bool {
    guard isThere(paste) else { return false }
    let text = draft.text
    guard let file = attachments.attach(Array(paste.text.utf8), named: "pasted.txt", type: "text/plain")
    else {
      return false
    }
    guard editor.remove(paste.range) else {
      draft.files.removeLast()
      return false
    }
    // Nothing else keeps a copy of the text. If the draft is empty now, the history has the text already.
    if !draft.text.isBlank { draft.keepInHistory(paste.text) }
    replacements.append(Replacement(files: [file], textWithPaths: text, textWithout: draft.text))
    let undo = context.key(of: .composer(.undo))
    context.say(.attachedPaste(file.name, undo: undo))
    return true
  }

  /// Removes a pasted text from the draft and adds it to the kill ring.
  func takeOut(_ paste: LongPaste) -> Bool {
    guard isThere(paste), editor.remove(paste.range) else { return false }
    editor.killRing.add(Clipping(paste.text))
    context.say(.pasteTakenOut(yank: context.key(of: .composer(.yank))))
    return true
  }

  /// Whether the pasted text is still in its place. Another device may have edited the draft.
  private func isThere(_ paste: LongPaste) -> Bool {
    if editor.hasPlain(paste.text, at: paste.range) { return true }
    context.say(.pasteStays)
    return false
  }

  /// If undo has brought paths back, removes the files attached in their place.
  func didUndo(from before: String) {
    guard let index = lastReplacement(withPaths: draft.text, without: before) else { return }
    var files = draft.files
    var removed: [InputFile] = []
    // The same file may be attached twice; only one of the two is removed.
    for file in replacements[index].files {
      guard let place = files.lastIndex(of: file) else { continue }
      removed.append(files.remove(at: place))
    }
    replacements[index].removed.append(removed)
    draft.files = files
  }

  /// If redo has removed the paths again, restores their files.
  func didRedo(from before: String) {
    guard let index = lastReplacement(withPaths: before, without: draft.text) else { return }
    if let files = replacements[index].removed.popLast() { draft.files += files }
  }

  private func lastReplacement(withPaths text: String, without other: String) -> Int? {
    replacements.lastIndex { $0.textWithout == other && $0.textWithPaths == text }
  }

  /// Forgets what was attached, because the text with the paths leaves the composer.
  ///
  /// - Returns: what ``putBack(_:)`` needs if the text comes back.
  @discardableResult
  func takeReplacements() -> [Replacement] {
    defer { replacements = [] }
    return replacements
  }

  /// Call when a text is back in the composer with its undo steps.
  func putBack(_ taken: [Replacement]) { replacements = taken + replacements }

  /// Forgets everything: the composer shows another text altogether.
  func forget() {
    replacements = []
    lastOffer = nil
  }
}

/// The offer to attach files in place of their paths.
package nonisolated struct FileOffer: Hashable, Sendable {
  let found: [MeasuredFile]
  /// The place of the paths in `text`.
  let range: Range<Int>
  let text: String

  var files: [InputFile] { found.map { InputFile(path: $0.path) } }
  /// "notes.txt, photo.png".
  var names: String { files.map(\.name).joined(separator: ", ") }
}

/// Reads paths as terminals paste them when files are dropped on them: quoted, with backslashes, or as `file:`
/// addresses.
nonisolated enum DroppedPaths {
  /// The most bytes of a text that is searched for paths.
  private static let limit = 8192

  /// The paths in a pasted text that consists of nothing else. Whether their files exist is not checked.
  static func candidates(in pasted: String) -> [String] {
    guard pasted.utf8.count <= limit, let first = pasted.utf8.first, "/~'\"f".utf8.contains(first) else {
      return []
    }
    let lines = pasted.split(whereSeparator: \.isNewline).map(String.init)
    var paths: [String] = []
    for line in lines {
      guard let words = CommandWords.split(line) else { return [] }
      paths += words.compactMap(path)
      guard words.allSatisfy({ path($0) != nil }) else { return [] }
    }
    return paths
  }

  private static func path(_ word: String) -> String? {
    if word.hasPrefix("/") || word.hasPrefix("~/") { return word.count > 1 ? word : nil }
    guard word.hasPrefix("file://") else { return nil }
    let rest = word.dropFirst("file://".count)
    // A host name may come before the path.
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    return unescaped(String(rest[slash...]))
  }

  /// Decodes `%20` and the like.
  private static func unescaped(_ address: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(address.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

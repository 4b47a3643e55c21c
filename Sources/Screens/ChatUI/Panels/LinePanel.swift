import ChatScreens
import Composer

/// A panel that asks for one line of text.
final class LinePanel: Panel {
  private var line: QueryLine
  private let title: String
  private var note: String
  private let hint: String
  private let onEdit: (String) -> Void
  private let accept: (String) -> Bool
  /// Completes the text; nil if there is nothing to complete it with.
  private let complete: ((String) async -> Completed)?
  private var completing: Task<Void, Never>?

  /// A completed text.
  struct Completed {
    let text: String
    /// The possible continuations, or why there are none.
    let note: String
  }

  /// - Parameters:
  ///   - title: the name of the requested text.
  ///   - note: the purpose of the requested text.
  ///   - text: the initial text.
  ///   - onEdit: called with the text after each change.
  ///   - complete: completes the text.
  ///   - accept: takes the text, without surrounding blanks; returns false if it is invalid and stays for correction.
  init(
    title: String, note: String, hint: String, text: String, onEdit: @escaping (String) -> Void = { _ in },
    complete: ((String) async -> Completed)? = nil, accept: @escaping (String) -> Bool
  ) {
    self.complete = complete
    self.title = title
    self.note = note
    self.hint = hint
    self.onEdit = onEdit
    self.accept = accept
    line = QueryLine(text)
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line.text
    state.queryCaret = line.caret
    state.note = note
    state.hint = hint
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: .close
    case .accept: accept(line.words) ? .close : .stay
    case .toggle: completeLine()
    default: .stay
    }
  }

  func close() { completing?.cancel() }

  private func completeLine() -> PanelOutcome {
    guard let complete else { return .stay }
    completing?.cancel()
    completing = Task { [weak self, text = line.text] in
      let completed = await complete(text)
      guard !Task.isCancelled, let self, line.text == text else { return }
      if completed.text != text { line = QueryLine(completed.text) }
      note = completed.note
      onEdit(line.text)
    }
    return .stay
  }

  func type(_ text: String) -> PanelOutcome {
    if line.type(text) { onEdit(line.text) }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if line.edit(command, ring) { onEdit(line.text) }
    return .stay
  }
}

extension LinePanel {
  /// Asks for the path of a file to attach. Completion extends the path by the beginning that all matching names have in common.
  ///
  /// - Parameters:
  ///   - text: the initial path.
  ///   - attach: attaches the file with a path.
  static func file(
    _ context: AppContext, text: String = "", _ attach: @escaping (String) -> Void
  ) -> LinePanel {
    let hint = context.keymap.hint(
      (.panel(.accept), "attach"), (.panel(.toggle), "complete"), (.panel(.dismiss), "close"))
    return LinePanel(
      title: "Attach a file", note: "Path of the file", hint: hint, text: text,
      onEdit: { [weak context] _ in context?.setNeedsFrame() },
      complete: { [files = context.files] in await completed($0, in: files) }
    ) { [weak context] path in
      guard !path.isEmpty else {
        context?.say(.typePathFirst)
        return false
      }
      attach(path)
      if let context { askAgain(context, for: path, attach) }
      return true
    }
  }

  /// Asks again if the file does not exist and no key was pressed meanwhile.
  private static func askAgain(
    _ context: AppContext, for path: String, _ attach: @escaping (String) -> Void
  ) {
    let keyCount = context.input.keyCount
    Task { [weak context] in
      guard let context, await context.files.size(ofFile: context.files.expanded(path)) == nil,
        context.input.keyCount == keyCount
      else { return }
      context.show(file(context, text: path, attach))
    }
  }

  private static func completed(_ path: String, in files: any FileBrowser) async -> Completed {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let entries = await files.entries(ofFolder: folder.isEmpty ? "." : files.expanded(folder))
    // A name that the line would alter cannot be completed.
    let found = entries.filter {
      $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) && QueryLine.oneLine($0) == $0
    }.sorted()
    guard var common = found.first else { return Completed(text: path, note: "no file by that name") }
    for entry in found { common = common.commonPrefix(with: entry) }
    return Completed(text: folder + common, note: found.count == 1 ? "" : found.joined(separator: "  "))
  }

  /// Asks for the address of a link.
  ///
  /// - Parameter makeLink: creates the link; returns false if the address is invalid.
  static func address(_ keymap: Keymap, _ makeLink: @escaping (String) -> Bool) -> LinePanel {
    let beginning = "https://"
    let hint = keymap.hint((.panel(.accept), "link"), (.panel(.dismiss), "close"))
    return LinePanel(
      title: "Link to", note: "Link address", hint: hint, text: beginning
    ) { text in
      // Pasting or typing a complete address duplicates the prefilled beginning, which is then dropped.
      let rest = text.hasPrefix(beginning) ? String(text.dropFirst(beginning.count)) : ""
      return makeLink(WebAddress.isHarmless(rest) ? rest : text)
    }
  }
}

nonisolated extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

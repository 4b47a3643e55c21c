import ChatControllers
import ChatScreens
import Composer
import TerminalScreen

/// Asks where to save a file, as a path that is completed folder by folder. Asks again before a file is replaced.
final class SavePanel: Panel {
  private weak var context: (AppContext)?
  private let title: String
  /// The name of the file, unless the user types another one.
  private let name: String
  private let hint: String
  private let place: (String) async throws(ProgramError) -> SavingPlace
  private let save: (SavingPlace) -> Void

  private var line: QueryLine
  /// The entries of a folder that match the typed name.
  private var list = SelectableRows<String>()
  /// Whether the user moved to a row: only then does Enter accept it.
  private var isChosen = false
  private var listed: (folder: String, entries: [String])?
  private var listing: Task<Void, Never>?
  private var checking: Task<Void, Never>?
  private var question: QuestionPanel?

  /// The maximum number of rows; typing another letter narrows the list.
  private static let limit = 200

  /// - Parameters:
  ///   - name: the original name of the file.
  ///   - path: the initial path.
  ///   - place: resolves a path.
  ///   - save: called with the chosen place, after the panel has closed.
  init(
    context: AppContext, title: String, name: String, path: String,
    place: @escaping (String) async throws(ProgramError) -> SavingPlace,
    save: @escaping (SavingPlace) -> Void
  ) {
    self.context = context
    self.title = title
    self.name = name
    self.place = place
    self.save = save
    line = QueryLine(path)
    hint = context.keymap.hint(
      (.panel(.accept), "save"), (.panel(.toggle), "complete"), (.panel(.dismiss), "close"))
    lineDidChange()
  }

  var state: PanelState {
    if let question { return question.state }
    var state = ListPanelState()
    state.title = title
    state.query = line.text
    state.queryCaret = line.caret
    state.rows = list.items.map(\.row)
    state.selection = isChosen ? list.selection : -1
    state.note = list.items.isEmpty ? "no file by that name there yet" : nil
    state.hint = hint
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    if let question { return afterQuestion(question.perform(command)) }
    switch command {
    case .dismiss: return .close
    case .toggle: complete()
    case .accept: if isChosen { complete() } else { check() }
    case .next where !isChosen, .first where !isChosen: isChosen = list.selected != nil
    default: if list.move(command) { isChosen = list.selected != nil }
    }
    return .stay
  }

  func wereShown(rows: Int) { list.wereShown(rows) }

  func select(row: Int) -> Bool {
    guard question == nil, list.select(row: row) else { return false }
    isChosen = true
    return true
  }

  func type(_ text: String) -> PanelOutcome {
    // Letters do not answer the question: they continue the path.
    question = nil
    if line.type(text) { lineDidChange() }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    question = nil
    if line.edit(command, ring) { lineDidChange() }
    return .stay
  }

  func close() {
    listing?.cancel()
    checking?.cancel()
  }

  // MARK: Completing

  /// The folder in the line, including its trailing slash, and the partial name after it.
  private var parts: (folder: String, name: String) {
    let path = line.words
    guard let slash = path.lastIndex(of: "/") else { return path == "~" ? ("~/", "") : ("", path) }
    let end = path.index(after: slash)
    return (String(path[..<end]), String(path[end...]))
  }

  private func lineDidChange() {
    checking?.cancel()
    checking = nil
    isChosen = false
    showRows()
  }

  private func showRows() {
    let (folder, typed) = parts
    guard let listed, listed.folder == folder else { return list(of: folder) }
    let shown = listed.entries.filter { typed.hasPrefix(".") || !$0.hasPrefix(".") }
    let folders = shown.filter { $0.hasSuffix("/") }
    let found: [String]
    if isNameUntouched {
      // While the name is unchanged, only folders are offered.
      found = folders + shown.filter { $0 == typed }
    } else {
      found = NameRanking(typed).ranked(folders + shown.filter { !$0.hasSuffix("/") }, limit: Self.limit) {
        [$0]
      }
    }
    list.showFromStart(found.prefix(Self.limit).map { PanelItem($0, PanelRow($0)) })
  }

  private var isNameUntouched: Bool { parts.name == name }

  private func list(of folder: String) {
    listed = (folder, [])
    list.showFromStart([])
    listing?.cancel()
    guard let files = context?.files else { return }
    listing = Task { [weak self] in
      let found = await files.entries(ofFolder: folder.isEmpty ? "." : files.expanded(folder))
      guard !Task.isCancelled, let self else { return }
      // A name that the line would alter cannot be chosen.
      listed = (folder, found.filter { QueryLine.oneLine($0) == $0 })
      // Does not change the line: Enter confirms the current text.
      showRows()
      context?.setNeedsFrame()
    }
  }

  /// Completes the path with the selected row, or with the first match. The file keeps its name in another folder.
  private func complete() {
    guard let entry = list.selected, isChosen || !isNameUntouched else { return }
    line = QueryLine(parts.folder + entry + (isNameUntouched && entry.hasSuffix("/") ? name : ""))
    lineDidChange()
  }

  // MARK: Saving

  /// Resolves the path, and then saves, asks, or says why it cannot.
  private func check() {
    let path = line.words
    guard checking == nil else { return }
    guard !path.isEmpty else { context?.say(.typePathFirst); return }
    guard line.text.count < QueryLine.usualLimit else {
      context?.say(.pathTooLong)
      return
    }
    checking = Task { [weak self, place] in
      do {
        let found = try await place(path)
        guard !Task.isCancelled else { return }
        self?.save(to: found)
      } catch {
        guard !Task.isCancelled else { return }
        self?.checking = nil
        self?.context?.say(.notSavedThere, because: error)
      }
    }
  }

  /// Saves, after a question if there is a file at that path already.
  private func save(to place: SavingPlace) {
    checking = nil
    guard let context else { return }
    guard place.isTaken else { return finish(place) }
    question = QuestionPanel(
      title: "Replace this file?", text: context.files.shortened(place.path),
      answers: [
        .init(.accept, "replace it") { [weak self] in self?.finish(place) }, .init(.dismiss, "keep it"),
      ], keymap: context.keymap, clock: context.client.clock)
    context.setNeedsFrame()
  }

  /// Returns to the line, unless the question was confirmed, which has closed the panel.
  private func afterQuestion(_ outcome: PanelOutcome) -> PanelOutcome {
    if outcome == .close { question = nil }
    return .stay
  }

  private func finish(_ place: SavingPlace) {
    context?.dismiss(self)
    save(place)
  }
}

import ChatDomain
import ChatScreens
import TerminalScreen

/// A picture of a message, as large as there is room.
final class PicturePanel: Panel {
  private let files: [FileAttachment]
  private let keymap: Keymap
  private let fetch: (FileAttachment) async throws -> Picture
  private let open: (FileAttachment) -> Void
  private let onChange: () -> Void
  private var index = 0
  private var picture: Picture?
  private var note = ""
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - files: one or more, of which one is shown at a time.
  ///   - open: shows a file in another program.
  init(
    _ files: [FileAttachment], keymap: Keymap, fetch: @escaping (FileAttachment) async throws -> Picture,
    open: @escaping (FileAttachment) -> Void, onChange: @escaping () -> Void
  ) {
    precondition(!files.isEmpty, "a panel without a picture")
    self.files = files
    self.keymap = keymap
    self.fetch = fetch
    self.open = open
    self.onChange = onChange
    load()
  }

  var state: PanelState {
    let number = files.count == 1 ? "" : " · \(index + 1) of \(files.count)"
    let next: [(Command, String)] = files.count == 1 ? [] : [(.panel(.next), "next")]
    let hints = next + [(.panel(.accept), "open outside"), (.panel(.dismiss), "close")]
    return .picture(
      PicturePanelState(
        title: files[index].name + number, picture: picture, note: note,
        hint: hints.map { keymap.hint($0) }.filter { !$0.isEmpty }.joined(separator: " · ")))
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: return .close
    case .accept:
      open(files[index])
      return .close
    case .next, .nextPage: move(by: 1)
    case .previous, .previousPage: move(by: -1)
    case .first: move(by: -index)
    case .last: move(by: files.count - 1 - index)
    default: break
    }
    return .stay
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
  func close() { work?.cancel() }

  private func move(by step: Int) {
    let wanted = min(max(0, index + step), files.count - 1)
    guard wanted != index else { return }
    index = wanted
    load()
  }

  private func load() {
    let file = files[index]
    picture = nil
    note = "Fetching \(file.name)…"
    work?.cancel()
    work = Task {
      let result: Result<Picture, any Error>
      do { result = .success(try await fetch(file)) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      switch result {
      case .success(let picture): self.picture = picture
      case .failure(let error): note = "Not shown: \(ErrorSentence.reason(error) ?? "it was not fetched")"
      }
      onChange()
    }
  }
}

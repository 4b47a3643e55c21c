import ChatDomain
import DraftEngine
import InMemoryService
import LocalStorage
import ProgramTerminal

extension Client {
  /// A home folder for a run. Inkwell has run in its own before, so that no tour starts.
  func newHome() -> Scratch {
    let home = Scratch()
    if name == "nano" {
      let lines = (1...1000).map { "a line of some talk number \($0)\n" }
      home.write(lines.joined(), to: "long.txt")
      return home
    }
    guard name == "inkwell" else { return home }
    home.makeFolders(Self.profile(in: home))
    home.makeFile(Self.profile(in: home) + "/toured")
    return home
  }

  private static func profile(in home: Scratch) -> String { home.file(".local/state/inkwell/demo") }

  /// A home folder in which Inkwell has this many drafts.
  func newHome(drafts: Int) async throws -> Scratch {
    let home = newHome()
    guard name == "inkwell", drafts > 0 else { return home }
    let store = try await SQLiteStore.open(profile: Self.profile(in: home), clock: ManualClock()).store
    try await store.perform(
      (0..<drafts).map { number in
        let content = DraftContent(elements: [.plainText(text: "\(number): " + Words.text(200))])
        let time = Timestamp(seconds: 1_790_000_000) + .seconds(number)
        return .saveDraft(
          StoredDraft(
            key: DraftKey(channelId: "general", parentId: MessageID("message-\(number)")), content: content,
            caret: content.text.count, createdAt: time, updatedAt: time))
      })
    return home
  }
}

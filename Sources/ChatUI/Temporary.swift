import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

enum ComposerOutcome { case done, nothing, sent, editLastMessage, takeUpEdit(MessageID), searchHistory, askForAddress }
final class KillRing {}
final class ComposerPane {
  let draft: MessageDraft
  init(draft: MessageDraft, stage: any Stage, killRing: KillRing) { self.draft = draft }
  var key: DraftKey { draft.key }
  var state: ComposerState { ComposerState() }
  var popup: PopupState? { nil }
  var isEmpty: Bool { true }
  var text: String { "" }
  @discardableResult func perform(_ c: ComposerCommand) -> ComposerOutcome { .done }
  func perform(_ c: PopupCommand) {}
  func type(_ text: String) {}
  func paste(_ text: String) -> ComposerOutcome { .done }
  func retreat() -> Bool { false }
  func setAside() {}
  func takeExternalEdit(_ text: String) {}
  func insert(_ entry: DraftHistoryEntry) {}
  func quote(_ message: Message) throws {}
  func link(to a: String) {}
  func edit(_ message: Message) throws {}
}
class SomePanel: Panel {
  init(_ x: Int) {}
  var state: PanelState { .list(ListPanelState()) }
  func perform(_ command: PanelCommand) -> PanelOutcome { .close }
  func type(_ text: String) -> PanelOutcome { .stay }
  func edit(_ command: ComposerCommand) -> PanelOutcome { .stay }
  func answer(_ key: KeyEvent) -> PanelOutcome? { nil }
  func close() {}
}
final class SwitcherPanel: SomePanel { init(stage: any Stage) { super.init(0) } }
final class DraftsPanel: SomePanel { init(stage: any Stage) { super.init(0) } }
final class ThreadsPanel: SomePanel { init(stage: any Stage) { super.init(0) } }
final class HelpPanel: SomePanel { init(stage: any Stage) { super.init(0) } }
final class SearchPanel: SomePanel { init(stage: any Stage, channel: ChannelID?) { super.init(0) } }
final class HistoryPanel: SomePanel { init(stage: any Stage, key: DraftKey) { super.init(0) } }
final class PinsPanel: SomePanel { init(stage: any Stage, channel: ChannelID) { super.init(0) } }
final class MembersPanel: SomePanel { init(stage: any Stage, channel: ChannelID) { super.init(0) } }
final class SentPanel: SomePanel { init(stage: any Stage, key: DraftKey, take: @escaping (DraftHistoryEntry) -> Void) { super.init(0) } }
final class EmojiPanel: SomePanel { init(stage: any Stage, take: @escaping (String) -> Void) { super.init(0) } }
final class QuestionPanel: SomePanel { init(title: String, text: String, yes: String, no: String, act: @escaping () -> Void) { super.init(0) } }
final class AddressPanel: SomePanel { init(take: @escaping (String) -> Void) { super.init(0) } }

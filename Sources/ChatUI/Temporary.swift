import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

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

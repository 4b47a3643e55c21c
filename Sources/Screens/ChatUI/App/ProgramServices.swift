import ChatControllers
import ChatDomain

/// The services of the running program. The parts that provide them are not retained, because they use the services too:
/// once the program has ended, what a late answer asks for is not done any more.
final class ProgramServices: AppServices, LoopControl {
  let client: ChatClient
  let keymap: Keymap
  var settings: Settings { didSet { setNeedsFrame() } }
  let environment: AppEnvironment
  let notices = NoticeLine()
  let discarded: DiscardedDrafts
  private(set) var longWork: LongWork?
  weak var loop: (any LoopControl)?
  weak var navigator: Navigator?
  weak var narrator: Narrator?
  weak var lineCommands: LineCommandRunner?

  init(client: ChatClient, environment: AppEnvironment, keymap: Keymap, settings: Settings) {
    self.client = client
    self.environment = environment
    self.keymap = keymap.offered(by: client.abilities, in: settings.keyStyle)
    self.settings = settings
    discarded = DiscardedDrafts(client: client)
    notices.onClear = { [weak self] in self?.narrator?.noticeWasCleared() }
    longWork = LongWork(clock: client.clock) { [weak self] in self?.setNeedsFrame() }
  }

  var calendar: any WallCalendar { environment.calendar }
  var files: any FileBrowser { environment.files }
  var programs: any OtherPrograms { environment.programs }

  var isLineMode: Bool {
    if case .lines = environment.outlet { true } else { false }
  }

  // MARK: The loop

  func setNeedsFrame() { loop?.setNeedsFrame() }
  func changeDrafts(_ change: () -> Void) { loop?.changeDrafts(change) }
  func end(isHangUp: Bool) { loop?.end(isHangUp: isHangUp) }
  func end(before next: NextRun) { loop?.end(before: next) }
  func afterSaving(_ action: @escaping () -> Void) { loop?.afterSaving(action) }

  // MARK: What is open

  func say(_ notice: Notice) {
    notices.show(notice)
    narrator?.say(notice)
    setNeedsFrame()
  }

  func go(to destination: Destination) { navigator?.go(to: destination) }
  func show(_ panel: any Panel) { navigator?.panels.show(panel) }
  func dismiss(_ panel: any Panel) { navigator?.panels.dismiss(panel) }

  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    lineCommands?.run(command, argument, in: key)
  }
}

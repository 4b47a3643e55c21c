import ChatControllers
import ChatScreens
import TerminalScreen

/// What there is instead of a screen: a narrator that tells in lines what happens, and a reader that reads what is
/// there.
struct LineMode {
  let narrator: Narrator
  let reader: LineReader

  init(
    _ terminal: any LineTerminal, services: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    status: StatusPresenter, tour: TourGuide, downloads: Downloads, pending: PendingMessageStatus
  ) {
    let sentences = MessageSentences(
      services: services, navigator: navigator, names: sidebar.names, pending: pending)
    narrator = Narrator(
      terminal,
      presenter: PlainPresenter(
        services: services, navigator: navigator, names: sidebar.names, status: status, downloads: downloads,
        tour: tour, sentences: sentences),
      events: EventNarration(
        client: services.client, navigator: navigator, messageSentences: sentences))
    reader = LineReader(
      services: services, narrator: narrator, navigator: navigator, sidebar: sidebar, sentences: sentences)
  }
}

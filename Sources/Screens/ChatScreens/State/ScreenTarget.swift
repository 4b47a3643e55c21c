public import ChatDomain

/// The part of the screen under the mouse pointer.
public enum ScreenTarget: Hashable, Sendable {
  case channel(ChannelID)
  case thread(DraftKey)
  /// The heading of a section of the sidebar, and its line that says how many more there are.
  case section(SidebarSection)
  case rest(of: SidebarSection)
  /// The number of drafts.
  case drafts
  /// The rest of the sidebar.
  case sidebar
  case message(MessageID, in: ScreenState.Focus)
  /// A place in a timeline without a message.
  case timeline(ScreenState.Focus)
  /// A place in a draft, in UTF-8 bytes.
  case text(offset: Int, in: ScreenState.Focus)
  case popupRow(Int)
  case panelRow(Int)
  /// A panel, outside its rows, or anything under a panel, which cannot be reached.
  case panel
}

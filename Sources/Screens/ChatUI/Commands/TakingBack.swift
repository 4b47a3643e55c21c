import ChatDomain
import Composer

/// Takes back what can be taken back: a deletion or a pin that is still delayed, or else a draft that was discarded or put aside.
final class TakingBack {
  private let context: AppContext
  private let navigator: Navigator
  private let names: ConversationNames
  private let changes: MessageChanges

  init(context: AppContext, navigator: Navigator, names: ConversationNames, changes: MessageChanges) {
    self.context = context
    self.navigator = navigator
    self.names = names
    self.changes = changes
  }

  /// - Parameters:
  ///   - selected: the selected message, in message mode.
  ///   - place: the place to restore a draft in; nil for any.
  func perform(selected: Message? = nil, in place: DraftKey? = nil) {
    guard !changes.takeBack(selected: selected) else { return }
    do {
      guard selected == nil, let key = try context.discarded.restoreLastIntoEmptyPlace(place) else {
        return context.say(.nothingToUndo)
      }
      let isHere = navigator.focused?.key == key
      context.say(isHere ? .restored : .restored(in: names.name(of: key)))
    } catch {
      context.say(.notRestored, because: error)
    }
  }
}

import ChatControllers
import ChatDomain
import DraftEngine

extension ComposerPane {
  /// Reads what was sent from here, so that a key need not wait for it.
  func loadHistory() {
    Task { [weak self, client, key = draft.key] in
      do {
        var limit = SentHistory.limit
        var (kept, sent): ([DraftHistoryEntry], [DraftHistoryEntry])
        // What was sent may stand behind any number of words that were not.
        repeat {
          kept = try await client.draftHistory(for: key, limit: limit)
          sent = kept.filter { $0.reason == .sent }
          limit *= 2
        } while sent.count < SentHistory.limit && kept.count == limit / 2 && self != nil
        self?.history.load(sent.map(\.elements))
      } catch {
        self?.services?.say("What was sent before is not known", because: error)
      }
    }
  }

  func previousInHistory() -> ComposerOutcome {
    let leaving = history.shown
    guard let elements = history.back(from: draft.elements) else {
      if history.entries.isEmpty { say("Nothing was sent from here yet") }
      return .nothing
    }
    show(elements, leaving: leaving)
    return .done
  }

  func nextInHistory() -> ComposerOutcome {
    let leaving = history.shown
    guard let elements = history.forward() else { return .nothing }
    show(elements, leaving: leaving)
    return .done
  }

  /// Shows other words in place of those that stand there. Words of a person's own go to the history of drafts first;
  /// what was only looked at need not be kept a second time.
  private func show(_ elements: [MessageElement], leaving looked: [MessageElement]?) {
    let words = draft.elements
    performing {
      if words != looked, !draft.text.isBlank {
        draft.restore(
          DraftHistoryEntry(key: draft.key, elements: elements, reason: .sent, at: client.clock.now))
      } else {
        apply(Clipping(elements).replacing(0..<draft.text.utf8.count, origin: .restore))
      }
    }
    deselect()
    draft.utf8Caret = draft.text.utf8.count
  }
}

import ChatControllers
import DraftEngine

extension ComposerPane {
  /// Kills from the caret to where a motion leads. At the end of a line that is the line end itself.
  func kill(_ motion: TextMotion, after before: EditChain) -> ComposerOutcome {
    var target = motion.target(in: draft.text, from: caret)
    if target == caret, motion == .lineEnd || motion == .lineStart {
      let step: TextMotion = motion.isBackward ? .characterBackward : .characterForward
      target = step.target(in: draft.text, from: caret)
    }
    guard target != caret else {
      chain = before == .kill ? .kill : .none
      return .nothing
    }
    let range = withWholeMention(at: target)
    let killed = Clipping(range, of: draft.text, mentions: draft.mentionSpans)
    guard remove(range) else { return .nothing }
    if before == .kill { killRing.join(killed, before: motion.isBackward) } else { killRing.add(killed) }
    chain = .kill
    return .done
  }

  /// What lies between the caret and a target, with all of the mention that the target is in: half a name in the kill
  /// ring would be nobody. Of a mention in which the caret stands only that part is taken that was asked for.
  private func withWholeMention(at target: Int) -> Range<Int> {
    let range = min(caret, target)..<max(caret, target)
    let spans = draft.mentionSpans.lazy.map(\.range)
    guard let mention = spans.first(where: { $0.lowerBound < target && target < $0.upperBound }),
      caret <= mention.lowerBound || mention.upperBound <= caret
    else { return range }
    return min(range.lowerBound, mention.lowerBound)..<max(range.upperBound, mention.upperBound)
  }

  /// Kills what is marked; nil when nothing is.
  func killRegion() -> ComposerOutcome? {
    guard let range = selection else { return nil }
    let killed = Clipping(range, of: draft.text, mentions: draft.mentionSpans)
    guard remove(range) else { return .nothing }
    killRing.add(killed)
    chain = .kill
    return .done
  }

  func copyRegion() -> ComposerOutcome {
    guard let range = selection else { return .nothing }
    killRing.add(Clipping(range, of: draft.text, mentions: draft.mentionSpans))
    deselect()
    return .done
  }

  func yank() -> ComposerOutcome {
    guard let clipping = killRing.entry(0) else {
      say("Nothing was killed yet")
      return .nothing
    }
    let range = element ?? caret..<caret
    guard replace(range, with: clipping, origin: .paste) else { return .nothing }
    chain = .yank(range.lowerBound..<(range.lowerBound + clipping.text.utf8.count), index: 0)
    return .done
  }

  /// Right after a yank: what was killed before that, in its place.
  func yankPop(after before: EditChain) -> ComposerOutcome {
    guard case .yank(let range, let index) = before, range.upperBound <= draft.text.utf8.count,
      let clipping = killRing.entry(index + 1)
    else { return .nothing }
    guard replace(range, with: clipping, origin: .paste) else { return .nothing }
    chain = .yank(range.lowerBound..<(range.lowerBound + clipping.text.utf8.count), index: index + 1)
    return .done
  }

  /// Removes words as a step of its own.
  func remove(_ range: Range<Int>) -> Bool {
    // Of a person's edits only typing is joined into words, and a kill is to come back by itself.
    replace(range, with: Clipping(""), origin: .paste)
  }
}

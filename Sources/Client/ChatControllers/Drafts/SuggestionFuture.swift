public import ChatDomain
import DraftEngine

/// A value that is looked up on the first request.
public protocol FutureObject<Value>: AnyObject, Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// Requests the value, and calls back on the main actor.
  func async(completion: @escaping (Swift.Result<Value, ChatError>) -> Void)

  /// Requests the value, and waits for it.
  func async() async throws(ChatError) -> Value
}

/// The suggestions for the text that was being typed when this object was created. The first request looks them up; later ones
/// get the same answer, unless the lookup failed.
///
/// One is created with every keystroke and rarely read, so it stores only what the lookup needs.
final class SuggestionFuture: FutureObject {
  private weak var draft: MessageDraft?
  private let subject: SuggestionSubject?
  private var answer: Task<Result<[SuggestedMention], ChatError>, Never>?

  init(of draft: MessageDraft, for subject: SuggestionSubject?) {
    self.draft = draft
    self.subject = subject
  }

  func async(completion: @escaping (Swift.Result<[SuggestedMention], ChatError>) -> Void) {
    complete(completion) { () async throws(ChatError) in try await self.async() }
  }

  func async() async throws(ChatError) -> [SuggestedMention] {
    let task =
      answer
      ?? Task {
        do throws(ChatError) { return .success(try await self.lookUp()) } catch { return .failure(error) }
      }
    answer = task
    let result = await task.value
    // After a failure, the next request tries again.
    if case .failure = result, answer == task { answer = nil }
    return try result.get()
  }

  /// Once the text at the caret has changed, throws `ChatError.cancelled`, so that a late answer never replaces a current one.
  private func lookUp() async throws(ChatError) -> [SuggestedMention] {
    guard let draft, draft.subject == subject else { throw .cancelled }
    do throws(ChatError) {
      return try await draft.mentions(suggestedFor: subject)
    } catch {
      throw draft.subject == subject ? error : .cancelled
    }
  }
}

import DraftEngine
import Testing

/// Expects that an edit of the noted draft throws exactly this error and leaves the draft as it was.
func expectRefusal(
  _ notation: String, _ error: DraftError, sourceLocation: SourceLocation = #_sourceLocation,
  of edit: (inout DraftDocument) throws(DraftError) -> Void
) throws {
  let before = try DraftNotation(notation).document
  var draft = before
  #expect(throws: error, sourceLocation: sourceLocation) { try edit(&draft) }
  #expect(draft == before, sourceLocation: sourceLocation)
  #expect(draft.revision == before.revision, sourceLocation: sourceLocation)
}

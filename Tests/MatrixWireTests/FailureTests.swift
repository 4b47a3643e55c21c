import ChatDomain
import Testing

@testable import MatrixService

@Suite("Refusals of a homeserver")
struct FailureTests {
  typealias Meaning = MatrixFailure.Meaning
  static let outside = FailureContext(subject: "x", isMember: false)

  private static func failure(_ status: Int) -> ChatError.AnswerFault {
    .failure(status: status, retryAfter: nil)
  }

  static let meanings: [(Int, String, FailureContext, Meaning)] = [
    (429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":4532}"#, .init(), .wait(.milliseconds(4532))),
    (503, "<html>", .init(), .wait(nil)), (502, "", .init(), .wait(nil)), (504, "", .init(), .wait(nil)),
    // The server was reached, and fails only for this request: others continue.
    (500, "{}", .init(), .wait(nil)), (500, #"{"errcode":"M_UNKNOWN"}"#, .init(.sync), .wait(nil)),
    (401, #"{"errcode":"M_UNKNOWN_TOKEN","soft_logout":true}"#, .init(), .tokenRefused(.ended)),
    (401, #"{"errcode":"M_UNKNOWN_TOKEN"}"#, .init(), .tokenRefused(.signedOut)),
    (403, #"{"errcode":"M_FORBIDDEN"}"#, .init(.refresh), .tokenRefused(.signedOut)),
    (401, "<html>", .init(), .error(.connection(.interrupted))),
    (403, "<html>", .init(.refresh), .error(.connection(.interrupted))),
    (302, "", .init(), .error(.connection(.interrupted))),
    (403, #"{"errcode":"M_FORBIDDEN"}"#, .init(), .error(.refused(.notAllowed))),
    (403, #"{"errcode":"M_FORBIDDEN"}"#, outside, .error(.refused(.notAMember))),
    (404, #"{"errcode":"M_UNKNOWN"}"#, .init(subject: "x"), .error(.refused(.notFound("x")))),
    (404, #"{"errcode":"M_NOT_FOUND"}"#, outside, .error(.refused(.notAMember))),
    (409, #"{"errcode":"M_CANNOT_OVERWRITE_MEDIA"}"#, .init(), .done),
    (
      413, #"{"errcode":"M_TOO_LARGE"}"#, .init(.send(bytes: 70_000)),
      .error(.refused(.messageTooLong(bytes: 70_000, limit: 65_536)))
    ),
    (
      413, "", .init(.upload(name: "a", bytes: 5, limit: 4)),
      .error(.refused(.fileTooLarge(name: "a", bytes: 5, limit: 4)))
    ),
    (400, #"{"errcode":"M_DUPLICATE_ANNOTATION"}"#, .init(), .done),
    (400, #"{"errcode":"M_ROOM_IN_USE"}"#, .init(subject: "w"), .error(.refused(.alreadyExists("w")))),
    (400, #"{"errcode":"M_UNKNOWN","error":"Invalid stream token"}"#, .init(.sync), .error(.eventsGone)),
    // A sync cannot be missing or forbidden.
    (404, #"{"errcode":"M_NOT_FOUND"}"#, .init(.sync), .error(.connection(.badAnswer(failure(404))))),
    (403, #"{"errcode":"M_FORBIDDEN"}"#, .init(.sync), .error(.connection(.badAnswer(failure(403))))),
    (413, "", .init(.sync), .error(.connection(.badAnswer(failure(413))))),
    (400, #"{"errcode":"M_UNKNOWN"}"#, .init(.page), .error(.refused(.invalidCursor))),
    (
      400, #"{"errcode":"M_BAD_JSON","error":"no\u001b[2J\nfloats"}"#, .init(),
      .error(.refused(.invalid("the request, says the server (no[2J floats),")))
    ),
    (400, #"{"errcode":"M_TOO_LARGE"}"#, .init(), .error(.refused(.tooLarge))),
    (413, #"{"errcode":"M_TOO_LARGE"}"#, .init(subject: "x"), .error(.refused(.tooLarge))),
    // The account itself is held, whatever was requested: neither a lack of permission nor the end of the session.
    (403, #"{"errcode":"M_USER_SUSPENDED"}"#, .init(.send(bytes: 1)), .error(.held(.suspended))),
    (401, #"{"errcode":"M_USER_LOCKED","soft_logout":true}"#, .init(.sync), .error(.held(.locked))),
    (401, #"{"errcode":"M_USER_LOCKED","soft_logout":true}"#, .init(.refresh), .error(.held(.locked))),
    (403, #"{"errcode":"M_USER_DEACTIVATED"}"#, outside, .error(.held(.closed))),
    (403, #"{"errcode":"ORG_MATRIX_EXPIRED_ACCOUNT"}"#, .init(), .error(.held(.expired))),
    (403, #"{"errcode":"M_EXPIRED_ACCOUNT"}"#, .init(.sync), .error(.held(.expired))),
    (
      403, #"{"errcode":"M_CONSENT_NOT_GIVEN","consent_uri":"https://a.example/terms?u=1"}"#, .init(),
      .error(.held(.termsNotAccepted(page: "https://a.example/terms?u=1")))
    ),
    // An address that contains terminal escapes, or cannot be opened, is dropped.
    (
      403, #"{"errcode":"M_CONSENT_NOT_GIVEN","consent_uri":"https://a.example/\u001b[2J"}"#, .init(),
      .error(.held(.termsNotAccepted(page: nil)))
    ),
    (
      403, #"{"errcode":"M_CONSENT_NOT_GIVEN","consent_uri":"javascript:alert(1)"}"#, .init(),
      .error(.held(.termsNotAccepted(page: nil)))
    ),
    (
      403, #"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED","admin_contact":"mailto:ad\u001b[mmin@a.example"}"#,
      .init(.sync),
      .error(.held(.serviceLimit(contact: "ad[mmin@a.example")))
    ),
    (403, #"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED"}"#, .init(), .error(.held(.serviceLimit(contact: nil)))),
    (503, #"{"errcode":"M_USER_SUSPENDED"}"#, .init(), .wait(nil)),
    // An error without a Matrix error code is not from a homeserver, but from a proxy before it.
    (400, "<html>", .init(.sync), .error(.connection(.badAnswer(.unreadable)))),
    (302, "", .init(.sync), .error(.connection(.badAnswer(.unreadable)))),
    (400, "", .init(.page), .error(.connection(.interrupted))),
    (403, "<html>", .init(.send(bytes: 1)), .error(.connection(.interrupted))),
    (403, "{}", outside, .error(.connection(.interrupted))),
    (404, "not found", .init(subject: "x"), .error(.connection(.interrupted))),
    (405, "", .init(), .error(.connection(.interrupted))),
    (408, "", .init(.send(bytes: 1)), .error(.connection(.interrupted))),
    (409, "", .init(), .error(.connection(.interrupted))),
    (418, "tea", .init(), .error(.connection(.interrupted))), (429, "", .init(), .wait(nil)),
    (
      418, #"{"errcode":"M_TEA"}"#, .init(),
      .error(.refused(.invalid("the request, says the server (M_TEA),")))
    ),
  ]

  @Test("Each maps to what the client can do", arguments: meanings)
  func meaning(_ sample: (status: Int, body: String, context: FailureContext, meaning: Meaning)) {
    let failure = MatrixFailure(status: sample.status, body: Recorded.bytes(sample.body))
    #expect(failure.meaning(sample.context) == sample.meaning)
  }

  @Test(
    "A pause is from the body, else the header, and at most a day",
    arguments: [
      ("{}", "5", Duration.seconds(5)), (#"{"retry_after_ms":10}"#, "5", .milliseconds(10)), ("", nil, nil),
      (#"{"retry_after_ms":-7}"#, nil, .zero),
      (#"{"retry_after_ms":9007199254740993}"#, nil, .seconds(86_400)),
      ("", "Wed, 21 Oct 2026 07:28:00 GMT", nil), ("", "99999999999999999999", nil), ("", "-5", nil),
    ])
  func wait(_ sample: (body: String, header: String?, wait: Duration?)) {
    let failure = MatrixFailure(status: 429, body: Recorded.bytes(sample.body), retryAfter: sample.header)
    #expect(failure.retryAfter == sample.wait)
  }
}

/// How somebody who opens an account is signed in, if that is needed.
@MainActor
struct SignInWay {
  let terminal: any LoginTerminal
  /// What the person's other devices call this one; nil for the name of this computer.
  var deviceName: String?
  /// Whether an account whose session has ended is opened as it is, without asking anybody.
  var opensSignedOut = false
}

import ChatDomain
import Glibc
import LocalStorage

extension DraftExport {
  /// Prints the drafts of a profile.
  ///
  /// - Returns: the exit status.
  static func run(_ form: Form, of profile: Profile, includesHistory: Bool, clock: any ChatClock) async
    -> Int32
  {
    guard let folder = profile.folder(ProcessEnvironment.variable) else {
      complain("inkwell: neither XDG_STATE_HOME nor HOME says where drafts are kept")
      return ExitStatus.noInput
    }
    let export: DraftExport
    do throws(StoreError) {
      guard let store = try SQLiteStore.read(profile: folder, clock: clock) else {
        complain(
          "inkwell: the profile \(profile.name) keeps nothing: there is no \(folder.printable)/store.db")
        return ExitStatus.noInput
      }
      if let damage = try SQLiteStore.damage(ofProfile: folder) {
        complain(
          "inkwell: \(damage). This is what can be read of it; the next start of inkwell recovers what it can"
        )
      }
      export = try await DraftExport(profile, from: store, includesHistory: includesHistory)
    } catch {
      complain("inkwell: what the profile \(profile.name) keeps cannot be read: \(error)".printable)
      return ExitStatus.notSaved
    }
    return printOut(export.text(form, isForTerminal: isatty(STDOUT_FILENO) == 1))
  }
}

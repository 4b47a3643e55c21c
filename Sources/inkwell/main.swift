import ChatPlatform
import ChatUI
import Composer
import CursesTerminal
import Enchant
import Glibc
import TerminalScreen

// Removes these variables before a child could inherit them.
_ = (WayBack.given, WayBack.reason, WayBack.tried)

let arguments: Arguments
do throws(Arguments.Fault) {
  arguments = try Arguments(OptionParser.given)
} catch {
  complain("\(error.sentence). inkwell --help lists the options.")
  exit(ExitStatus.usage)
}

/// The effective configuration. Faults are listed and end the program.
///
/// - Parameter leavesOutFaults: whether to use the defaults for faulty values instead.
func configuration(leavesOutFaults: Bool = false) -> Configuration {
  do throws(ConfigurationFaults) {
    return try Configuration.load(
      arguments, environment: ProcessEnvironment.variable, leavesOutFaults: leavesOutFaults)
  } catch {
    for fault in error.all { complain("\(fault)") }
    exit(ExitStatus.misconfigured)
  }
}

/// A run of the account without a screen.
func screenless() -> ScreenlessRun { ScreenlessRun(arguments: arguments, configuration: configuration()) }

switch arguments.wish {
case .help: exit(printOut("\(Usage.help)\n"))
case .version: exit(printOut("\(Version.name)\n"))
case .keys: exit(printOut("\(Usage.keys(Keymap(configuration().bindings)))\n"))
case .keyDump:
  let configuration = configuration()
  end {
    do throws(TerminalError) {
      let terminal = CursesTerminal(configuration.terminal)
      try await KeyDumpScreen(terminal, configuration.keymap, in: configuration.settings.keyStyle).run()
      return ExitStatus.success
    } catch {
      complain(error.sentence)
      return ExitStatus.unavailable
    }
  }
case .exportDrafts(let form):
  let configuration = configuration()
  let profile: Profile
  do throws(AccountFault) {
    profile = try Account.find(arguments, usual: configuration.account)?.profile ?? configuration.profile
  } catch {
    complain(error.sentence)
    exit(error.status)
  }
  end {
    await DraftExport.run(
      form, of: profile, includesHistory: arguments.includesHistory, clock: RunningClock())
  }
case .checkConfiguration: exit(printOut(configuration().verdict(EnchantLibrary())))
case .printConfiguration: exit(printOut(ConfigurationText.inForce(configuration())))
case .signOut:
  let run = screenless()
  end {
    await run.signOut()
    return ExitStatus.success
  }
case .send(let request):
  let run = screenless()
  end { await run.send(request) }
case .exportMessages(let channel):
  let run = screenless()
  end { await run.exportMessages(of: channel, as: arguments.form ?? .text) }
case .run:
  let session = Session(arguments: arguments, configuration: configuration(leavesOutFaults: true))
  end {
    await session.run()
    return ExitStatus.success
  }
}

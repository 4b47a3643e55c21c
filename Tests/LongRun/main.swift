import Glibc

/// Runs a day of uninterrupted use and compares its end with its start; before that, measures the memory of thousands
/// of messages sent in a row.
///
///     LongRun [HOURS MESSAGES DRAFTS]
///     LongRun --quick MESSAGES
var words = Array(CommandLine.arguments.dropFirst())
let isQuick = words.first == "--quick"
if isQuick { words.removeFirst() }
let numbers = words.compactMap { Int($0) }
guard numbers.count == words.count, isQuick ? numbers.count == 1 : numbers.isEmpty || numbers.count == 3
else {
  print("usage: LongRun [HOURS MESSAGES DRAFTS | --quick MESSAGES]")
  exit(64)
}

let quick = try await QuickVerdict(numbers.count == 1 ? numbers[0] : 6_000)
print(quick.text)
if isQuick { exit(quick.isGood ? 0 : 1) }

let plan =
  numbers.isEmpty ? Plan() : Plan(hours: numbers[0], messages: numbers[1], drafts: numbers[2])
print("\(plan.hours) simulated hours, \(plan.messages) messages, \(plan.drafts) drafts")

// The service's data is in the same process; the same day without a client measures it.
print("the service alone:")
let alone = try await LongDay(plan).liveAlone()
print("with the program:")
let day = try await LongDay(plan).live()
let verdict = Verdict(day: day, alone: alone)
print(verdict.text)
exit(verdict.isGood && quick.isGood ? 0 : 1)

import Glibc

/// A day of somebody who never leaves, and whether it costs the same at its end as at its beginning; before that, what
/// thousands of messages cost that are sent one after another.
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

// What the service keeps of it lies in the same memory: the same day without a client says how much that is.
print("the service alone:")
let alone = try await LongDay(plan).liveAlone()
print("with the program:")
let day = try await LongDay(plan).live()
let verdict = Verdict(day: day, alone: alone)
print(verdict.text)
exit(verdict.isGood && quick.isGood ? 0 : 1)

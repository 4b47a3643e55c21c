import Glibc

/// A day of somebody who never leaves, and whether it costs the same at its end as at its beginning.
///
///     LongRun [HOURS MESSAGES DRAFTS]
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == CommandLine.arguments.count - 1, numbers.isEmpty || numbers.count == 3 else {
  print("usage: LongRun [HOURS MESSAGES DRAFTS]")
  exit(64)
}
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
exit(verdict.isGood ? 0 : 1)

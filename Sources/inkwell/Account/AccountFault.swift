/// Why an account is not opened, and with which status the program ends.
struct AccountFault: Error, Hashable {
  let sentence: String
  let status: Int32
}

/// Something that takes long to make: made when it is first needed, and gone with the rows that need it.
public final class Once<Value> {
  private let make: () async throws -> Value
  private var value: Value?

  public init(_ make: @escaping () async throws -> Value) { self.make = make }

  public func callAsFunction() async throws -> Value {
    if let value { return value }
    let made = try await make()
    value = made
    return made
  }
}

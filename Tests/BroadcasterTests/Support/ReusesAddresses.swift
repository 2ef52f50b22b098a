/// Whether a new object may get the address of a deallocated one; under Address Sanitizer it doesn't.
let reusesAddresses: Bool = {
    let addresses = (0..<1000).map { _ in ObjectIdentifier(Canary()) }
    return Set(addresses).count < addresses.count
}()

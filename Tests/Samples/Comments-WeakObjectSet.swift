// What the samples in WeakObjectSet.swift use and don't declare.
struct Order {}

protocol OrderListener: AnyObject {
    var isReady: Bool { get }
    func placed(_ order: Order)
}

final class Station: OrderListener {
    let isReady = true
    func placed(_ order: Order) {}
}

let order = Order()
let kitchen = Station()
let till = Station()
let display = Station()

import TestSupport

/// An owner that is an actor.
actor Kitchen {
    private(set) var orders: [Int] = []

    func prepare(_ message: OrderObserverMessage) async {
        await Task.yield()
        guard case .orderPlaced(let number) = message else { return }
        orders.append(number)
    }
}

// Messages of a Sendable protocol whose module has the main actor as its default, and which doesn't say `nonisolated`.
// Cells: mode6 main

import Broadcaster

@Messages
protocol OrderObserver: Sendable {
    func orderPlaced()  // expected-note {{calls to instance method}}
}
/*
expected-expansion@-2:2 {{
  expected-error@7:22 {{call to main actor-isolated instance method 'orderPlaced()'}}
  expected-error@15:9 {{call to main actor-isolated initializer}}
  expected-note@23:9 2 {{}}
}}
*/

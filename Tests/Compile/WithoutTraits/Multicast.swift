// What the compiler says where the package trait of the macro is disabled.

import Broadcaster

// expected-error@+1 {{'Multicast' is unavailable: enable the package trait 'Macros': .package(url: …, traits: ["Macros"])}}
@Multicast
protocol PlayerDelegate: AnyObject {
    func started()
}

// What the compiler says where the package trait of the macro is disabled.

import Broadcaster

@Multicast  // expected-error {{'Multicast' is unavailable: enable the package trait 'Macros', as in .package(url: …, traits: ["Macros"])}}
protocol PlayerDelegate: AnyObject {
    func started()
}

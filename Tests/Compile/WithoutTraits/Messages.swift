// What the compiler says where the package trait of the macro is disabled.

import Broadcaster

// expected-error@+1 {{'Messages' is unavailable: enable the package trait 'Macros': .package(url: …, traits: ["Macros"])}}
@Messages
protocol UploadObserver {
    func uploadDidFail()
}

// expected-error@+2 {{global actor attribute 'Messages' cannot have arguments}}
// expected-error@+1 {{'Messages' is unavailable: enable the package trait 'Macros': .package(url: …, traits: ["Macros"])}}
@Messages(sendable: true)
protocol OrderObserver {
    func orderPlaced()
}

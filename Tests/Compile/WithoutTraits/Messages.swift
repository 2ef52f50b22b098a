// What the compiler says where the package trait of the macros is disabled. The module declares nothing of these names, so
// a program may.

import Broadcaster

@Messages  // expected-error {{unknown attribute 'Messages'}}
protocol UploadObserver {
    func uploadDidFail()
}

@Messages(redeclaresInherited: true)  // expected-error {{unknown attribute 'Messages'}}
protocol OrderObserver {
    func orderPlaced()
}

@Multicast  // expected-error {{unknown attribute 'Multicast'}}
protocol PlayerDelegate: AnyObject {
    func started()
}

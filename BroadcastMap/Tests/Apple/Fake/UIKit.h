#include "Foundation.h"

@interface UIApplication : NSObject
@end

__attribute__((swift_attr("@MainActor")))
@interface UIViewController : NSObject
- (void)viewDidLoad;
@end

extern const NSNotificationName _Nonnull UIApplicationDidBecomeActiveNotification
    NAME(UIApplication.didBecomeActiveNotification);

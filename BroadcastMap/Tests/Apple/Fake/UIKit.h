#include "Foundation.h"

@interface UIApplication : NSObject
@end

@interface NSWorkspace : NSObject
@property (class, readonly, nonnull) NSWorkspace *sharedWorkspace NAME(shared);
@property (readonly, nonnull) NSNotificationCenter *notificationCenter;
@end

__attribute__((swift_attr("@MainActor")))
@interface UIViewController : NSObject
- (void)viewDidLoad;
@end

extern const NSNotificationName _Nonnull UIApplicationDidBecomeActiveNotification
    NAME(UIApplication.didBecomeActiveNotification);

// What the fixture needs of Apple's frameworks.

#pragma clang assume_nonnull begin

@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end

__attribute__((swift_attr("@MainActor")))
@interface UIViewController : NSObject
- (void)viewDidLoad;
@end

@class NSString;

@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter;
- (void)addObserver:(id)observer selector:(SEL)selector name:(nullable NSString *)name object:(nullable id)object;
- (void)postNotificationName:(NSString *)name object:(nullable id)object;
@end

extern NSString *const UIApplicationDidBecomeActiveNotification;

#pragma clang assume_nonnull end

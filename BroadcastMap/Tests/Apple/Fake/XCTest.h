// The declarations of XCTest that wait for notifications, which Apple's are in Objective-C.
#include "Foundation.h"

@interface XCTestExpectation : NSObject
@end

@interface XCTNSNotificationExpectation : XCTestExpectation
+ (nonnull instancetype)alloc;
- (nonnull instancetype)initWithName:(nonnull NSNotificationName)notificationName
                              object:(nullable id)object
                  notificationCenter:(nonnull NSNotificationCenter *)notificationCenter;
- (nonnull instancetype)initWithName:(nonnull NSNotificationName)notificationName object:(nullable id)object;
- (nonnull instancetype)initWithName:(nonnull NSNotificationName)notificationName;
@end

@interface XCTestCase : NSObject
- (nonnull XCTestExpectation *)expectationForNotification:(nonnull NSNotificationName)notificationName
                                                   object:(nullable id)object
                                                  handler:(_Bool (^_Nullable)(NSNotification *_Nonnull note))handler
    NAME(expectation(forNotification:object:handler:));
- (nonnull XCTestExpectation *)expectationForNotification:(nonnull NSNotificationName)notificationName
                                                   object:(nullable id)object
                                       notificationCenter:(nonnull NSNotificationCenter *)notificationCenter
                                                  handler:(_Bool (^_Nullable)(NSNotification *_Nonnull note))handler
    NAME(expectation(forNotification:object:notificationCenter:handler:));
@end

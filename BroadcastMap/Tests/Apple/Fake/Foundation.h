// The declarations of Foundation that the fixture uses, with the names that they have in Swift.
#include "ObjectiveC.h"
#define NAME(name) __attribute__((swift_name(#name)))
#define BRIDGE(name) __attribute__((swift_bridge(name)))

BRIDGE("Swift.String")
@interface NSString : NSObject
@end

BRIDGE("Swift.Dictionary")
@interface NSDictionary<Key, Value> : NSObject
@end

@class NSNotification;
typedef NSString *NSNotificationName __attribute__((swift_wrapper(struct))) NAME(NSNotification.Name);

BRIDGE("Notification")
@interface NSNotification : NSObject
@property (readonly, nullable) id object;
@property (readonly, nullable) NSDictionary *userInfo;
+ (nonnull instancetype)notificationWithName:(nonnull NSNotificationName)name object:(nullable id)object;
@end

NAME(OperationQueue)
@interface NSOperationQueue : NSObject
@property (class, readonly, nonnull) NSOperationQueue *mainQueue NAME(main);
- (void)addOperationWithBlock:(void (^ _Nonnull)(void))block NAME(addOperation(_:));
@end

NAME(NotificationCenter)
@interface NSNotificationCenter : NSObject
@property (class, readonly, nonnull) NSNotificationCenter *defaultCenter NAME(default);
- (void)addObserver:(nonnull id)observer
           selector:(nonnull SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable id)object NAME(addObserver(_:selector:name:object:));
- (nonnull id<NSObject>)addObserverForName:(nullable NSNotificationName)name
                                    object:(nullable id)object
                                     queue:(nullable NSOperationQueue *)queue
                                usingBlock:(void (^ _Nonnull)(NSNotification *_Nonnull note))block
    NAME(addObserver(forName:object:queue:using:));
- (void)postNotification:(nonnull NSNotification *)notification NAME(post(_:));
- (void)postNotificationName:(nonnull NSNotificationName)name object:(nullable id)object NAME(post(name:object:));
- (void)postNotificationName:(nonnull NSNotificationName)name
                      object:(nullable id)object
                    userInfo:(nullable NSDictionary *)userInfo NAME(post(name:object:userInfo:));
- (void)removeObserver:(nonnull id)observer NAME(removeObserver(_:));
- (void)removeObserver:(nonnull id)observer
                  name:(nullable NSNotificationName)name
                object:(nullable id)object NAME(removeObserver(_:name:object:));
@end

NAME(DistributedNotificationCenter)
@interface NSDistributedNotificationCenter : NSNotificationCenter
+ (nonnull NSDistributedNotificationCenter *)defaultCenter NAME(default());
- (void)addObserver:(nonnull id)observer
           selector:(nonnull SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable NSString *)object NAME(addObserver(_:selector:name:object:));
- (void)postNotificationName:(nonnull NSNotificationName)name
                      object:(nullable NSString *)object
                    userInfo:(nullable NSDictionary *)userInfo
          deliverImmediately:(_Bool)deliverImmediately
    NAME(postNotificationName(_:object:userInfo:deliverImmediately:));
@end

typedef enum __attribute__((enum_extensibility(closed))) NSPostingStyle : long {
    NSPostWhenIdle NAME(whenIdle),
    NSPostASAP NAME(asap),
} NSPostingStyle NAME(NSNotificationQueue.PostingStyle);

typedef enum __attribute__((flag_enum, enum_extensibility(open))) NSNotificationCoalescing : unsigned long {
    NSNotificationCoalescingOnName NAME(onName) = 1,
} NSNotificationCoalescing NAME(NSNotificationQueue.NotificationCoalescing);

NAME(NotificationQueue)
@interface NSNotificationQueue : NSObject
@property (class, readonly, nonnull) NSNotificationQueue *defaultQueue NAME(default);
- (void)enqueueNotification:(nonnull NSNotification *)notification
               postingStyle:(NSPostingStyle)style NAME(enqueue(_:postingStyle:));
- (void)enqueueNotification:(nonnull NSNotification *)notification
               postingStyle:(NSPostingStyle)style
               coalesceMask:(NSNotificationCoalescing)mask
                   forModes:(nullable id)modes NAME(enqueue(_:postingStyle:coalesceMask:forModes:));
@end

NAME(UserDefaults)
@interface NSUserDefaults : NSObject
@property (class, readonly, nonnull) NSUserDefaults *standardUserDefaults NAME(standard);
@end

extern const NSNotificationName _Nonnull NSUserDefaultsDidChangeNotification NAME(NSUserDefaults.didChangeNotification);

void CFNotificationCenterPostNotification(void);

extern const NSNotificationName _Nonnull NSManagedObjectContextDidSaveNotification;

extern NSString *_Nonnull const kReachabilityChanged;

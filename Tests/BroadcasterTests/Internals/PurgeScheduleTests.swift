import TestSupport
import Testing

@testable import Broadcaster

@Suite("When a purge is due", .timeLimit(.minutes(60)), .watched)
struct PurgeScheduleTests {
    /// Adds elements until a purge is due, and returns how many that took; at most a thousand.
    private func additions(until schedule: inout PurgeSchedule, from count: Int) -> Int {
        for added in 1...1000 where schedule.countAddition(reaching: count + added) { return added }
        return 1000
    }

    @Test("a purge is due after eight additions, and then after twice as many as elements were left by the last one")
    func twiceAsMany() {
        var schedule = PurgeSchedule()
        #expect(additions(until: &schedule, from: 0) == 8)
        schedule.begin()
        schedule.countRemoval(leaving: 5)
        #expect(additions(until: &schedule, from: 5) == 10)
        schedule.begin()
        schedule.countRemoval(leaving: 15)
        #expect(additions(until: &schedule, from: 15) == 30)
    }

    @Test("the lowest number of elements since the last purge decides when the next one is due")
    func lowest() {
        var schedule = PurgeSchedule()
        #expect(additions(until: &schedule, from: 92) == 8)
        schedule.begin()
        schedule.countRemoval(leaving: 100)
        schedule.countRemoval(leaving: 20)
        schedule.countRemoval(leaving: 50)
        #expect(additions(until: &schedule, from: 50) == 40)
    }

    @Test("no purge is due among fewer than eight elements, however many were added and removed")
    func few() {
        var schedule = PurgeSchedule()
        for _ in 0..<100 {
            let isDue = schedule.countAddition(reaching: 7)
            #expect(!isDue)
            schedule.countRemoval(leaving: 6)
        }
    }

    @Test("a purge that is due isn't due again until it begins")
    func once() {
        var schedule = PurgeSchedule()
        #expect(additions(until: &schedule, from: 0) == 8)
        #expect(additions(until: &schedule, from: 8) == 1000)
        schedule.begin()
        #expect(additions(until: &schedule, from: 1008) == 1)
    }
}

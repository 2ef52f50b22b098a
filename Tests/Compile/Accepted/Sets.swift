// An array is the members of a set; an object that is a sequence is one member.

import Broadcaster

nonisolated protocol TitleObserver: AnyObject { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver { func titleDidChange(_ title: String) {} }

nonisolated final class Tab: TitleObserver { func titleDidChange(_ title: String) {} }

nonisolated final class Titles: MulticastDelegate<any TitleObserver>, TitleObserver {
    func titleDidChange(_ title: String) { invoke { $0.titleDidChange(title) } }
}

nonisolated func makeSets(_ bars: [TitleBar], _ bar: TitleBar, _ tab: Tab, _ titles: Titles) {
    let one: WeakObjectSet<TitleBar> = WeakObjectSet(bar)
    let many: WeakObjectSet<TitleBar> = WeakObjectSet(bars)
    let inferred = WeakObjectSet(bars)
    inferred.add(bar)
    let written = WeakObjectSet<any TitleObserver>(bars)
    written.add(tab)
    let erased = WeakObjectSet<Any>(bars)
    erased.add(contentsOf: bars)
    let two = WeakObjectSet([bar, tab])
    two.add(titles)
    let standIn = WeakObjectSet<any TitleObserver>([titles])
    standIn.add(contentsOf: titles.allObjects)
    let lazily = WeakObjectSet<TitleBar>(bars.lazy.filter { $0 !== bar })
    let copy = WeakObjectSet<TitleBar>(lazily)
    copy.remove(contentsOf: many.allObjects)
    one.remove(contentsOf: copy.allObjects)
    let delegates = MulticastDelegate([bar, tab])
    delegates += titles
}

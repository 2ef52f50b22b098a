"""Tests the page of the map in Chromium: test_page.py PAGE, where PAGE is that of the fixture."""

import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from playwright.sync_api import expect, sync_playwright

import maps
import source

# Time: ends a test that hangs. What holds does so sooner, even on a busy machine.
expect.set_options(timeout=120_000)
FIXTURE = pathlib.Path(sys.argv.pop(1)).resolve()
ATTENDANCE = "#channel=Channels.AttendanceObserver"
MESSAGE = "#channel=Channels.MessageObserver"
PLACES = [
    "",
    ATTENDANCE,
    MESSAGE,
    "#class=Presence.Presence",
    "#module=Live",
    "#from=Live&to=Presence",
    "#modules",
    "#search=room",
    "#channel=Channels.Nothing",
]
# For each text, its color and what is behind it, both opaque.
ROOM_OF_PLACEHOLDER = """() => {
  const box = document.querySelector("input");
  const style = getComputedStyle(box);
  const context = document.createElement("canvas").getContext("2d");
  context.font = style.font;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  return box.clientWidth - padding - context.measureText(box.placeholder).width;
}"""
CONTRASTS = """() => {
  const rgba = color => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => back.map((part, index) => front[index] * front[3] + part * (1 - front[3]));
  const luminance = color => [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const part = color[index] / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
  const results = [];
  for (const element of document.querySelectorAll("header *, main *")) {
    const isText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!isText && element.localName !== "input") continue;
    const layers = [];
    for (let parent = element; parent; parent = parent.parentElement)
      layers.push(getComputedStyle(parent).backgroundColor);
    const back = layers.reverse().map(rgba).reduce((back, front) => over(front, back), [255, 255, 255]);
    const pseudo = element.localName === "input" && !element.value ? "::placeholder" : null;
    const front = over(rgba(getComputedStyle(element, pseudo).color), back);
    const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    results.push([(light + 0.05) / (dark + 0.05), element.textContent]);
  }
  return results;
}"""

# How many ends of lines are beside no item and no row.
LOOSE_ENDS = """() => {
  const origin = document.querySelector(".focus").getBoundingClientRect();
  const elements = document.querySelectorAll(".item, .row, .card > :first-child");
  const boxes = [...elements].map(element => element.getBoundingClientRect());
  const isLoose = ([x, y]) => !boxes.some(({ left, right, top, bottom }) =>
    Math.min(Math.abs(left - x), Math.abs(right - x)) < 1.5 && top <= y && y <= bottom);
  const paths = [...document.querySelectorAll("main path")].map(path => path.getAttribute("d")).join("");
  return paths.split("M").slice(1).flatMap(line => {
    const numbers = line.split(/[ C]/).map(Number);
    return [numbers.slice(0, 2), numbers.slice(-2)].map(([x, y]) => [x + origin.left, y + origin.top]).filter(isLoose);
  }).length;
}"""


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        program = shutil.which("chromium") or shutil.which("google-chrome")
        cls.browser = cls.playwright.chromium.launch(executable_path=program)
        cls.folder = pathlib.Path(tempfile.mkdtemp())

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.messages = []  # Of the console, which must stay empty, because a violation of the policy is one.
        self.requests = []

    def tearDown(self):
        for context in self.browser.contexts:
            context.close()
        self.assertEqual(self.messages, [])
        self.assertEqual([url for url in self.requests if not url.startswith("file:")], [])

    def write(self, map, change=lambda page: page):
        """Writes the page with a map, as the program does."""
        path = self.folder / "page.html"
        path.write_bytes(change(source.page(map)).encode())
        return path

    def open(self, map=maps.CHAT, hash="", path=None, **options):
        context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        page = context.new_page()
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(f"{(path or self.write(map)).as_uri()}{hash}")
        return page

    def shows(self, page, *texts):
        for text in texts:
            expect(page.locator("main")).to_contain_text(text)

    def column(self, page, title):
        return page.locator("main section", has=page.get_by_role("heading", name=title, exact=True))

    def focused(self, page):
        return page.evaluate("document.activeElement.textContent")

    # What it shows

    def test_overview(self):
        """the page begins with the problems and the unresolved uses, each with its place"""
        page = self.open()
        expect(page).to_have_title("5 channels – Chat")
        self.shows(page, "6 senders, 5 observers in 6 modules", "MessageObserver.messageWasRemoved(_:) is never called")
        headings = page.get_by_role("heading").all_inner_texts()
        self.assertEqual(
            [heading.lower() for heading in headings],
            ["5 channels", "2 problems", "1 unresolved: each may account for a problem", "channels 5 channels"],
        )
        self.shows(page, "Bridge.forward(_:) the type is in a variable", "Bridge.swift:12")
        page.get_by_role("link", name="MessageObserver.messageWasRemoved(_:)").click()
        expect(page.locator(".row", has_text="messageWasRemoved")).to_contain_text("is never called")

    def test_unresolved(self):
        """an unresolved use says which expression chooses its name, and where its function is called"""
        use = dict(name="Log.send()", module="App", reason="an expression chooses it", file="Log.swift", line=3)
        calls = [dict(file="Sources/Log.swift", line=line) for line in (8, 9)]
        uses = [use | dict(expression="name", callers=calls[:count]) for count in range(3)] + [use]
        page = self.open(maps.NOTIFICATIONS | dict(unresolved=uses))
        texts = page.locator("section", has_text="4 unresolved").locator(".soft").all_inner_texts()
        reason = "an expression chooses it"
        callers = ["", ", called at Log.swift:8", ", called at Log.swift:8, Log.swift:9"]
        self.assertEqual(texts, [f"{reason}: name{places}" for places in callers] + [reason])

    def test_mentions(self):
        """a name has the places that mention it, each of which can be copied"""
        map = maps.NOTIFICATIONS | dict(channels=[dict(channel) for channel in maps.NOTIFICATIONS["channels"]])
        map["channels"][1]["mentions"] = [dict(file="Sources/Menu.swift", line=line) for line in (3, 4)]
        page = self.open(map, hash="#channel=Notification.Name.openMenu")
        expect(page.locator("p.soft", has_text="mentioned at")).to_have_text("mentioned at Menu.swift:3, Menu.swift:4")
        expect(page.get_by_title("Sources/Menu.swift:4")).to_be_visible()

    def test_flow(self):
        """a line has the senders, the channel, and the observers, each with its module if that has another name"""
        lines = self.open().locator(".flow")
        texts = [[part.inner_text() for part in line.locator("> div").all()] for line in lines.all()]
        self.assertEqual(
            texts,
            [
                ["Connection Live 2×", "AttendanceObserver", "RoomMetrics Chat, Presence"],
                ["History", "MessageObserver", "Log Chat, Connection Live"],
                ["Presence", "RosterObserver", "Connection Live"],
                ["grow() Script", "Named & Store", "not observed here"],
                ["Cluster", "Store", "not observed here"],
            ],
        )

    def test_channel(self):
        """a channel has its senders on the left, its observers on the right, and those that never register"""
        page = self.open()
        page.get_by_role("link", name="MessageObserver", exact=True).click()
        expect(page).to_have_url(re.compile(f"{MESSAGE}$"))
        expect(page.get_by_role("heading", level=1)).to_have_text("MessageObserver")
        expect(page).to_have_title("MessageObserver – Chat")
        expect(self.column(page, "sent by")).to_contain_text(
            "HistoryHistorybroadcast(after:)for: message.roomHistory.swift:91"
        )
        observers = self.column(page, "observed by").locator(".item")
        expect(observers).to_have_count(3)
        expect(observers.nth(0)).to_contain_text("init(room:name:after:store:encoder:broadcaster:)for: room")
        expect(observers.nth(1)).to_contain_text("init()closureLog.swift:14every message")
        expect(observers.nth(2)).to_contain_text("never registersChat.Mailer Mailer.swift:8")
        rows = ["messageWasPosted(_:)", "messageWasRemoved(_:)is never called", "every message"]
        expect(page.locator(".row")).to_have_text(rows)

    def test_lines(self):
        """a line joins each use to the messages that it sends or handles, and those under the pointer stand out"""
        page = self.open(hash=ATTENDANCE)
        lines = page.locator("main path")

        def count():
            return [len(path.get_attribute("d").split("M")) - 1 for path in lines.all()]

        self.assertEqual(count(), [2 + 1 + 2, 0, 0])
        page.locator(".row", has_text="attendeeDidLeave(_:)").hover()
        self.assertEqual(count(), [3, 2, 0])
        page.get_by_role("link", name="RoomMetrics").focus()
        self.assertEqual(count(), [4, 1, 0])
        self.assertEqual(page.evaluate(LOOSE_ENDS), 0)

    def test_redrawing(self):
        """the lines follow what moves: what unfolds, a narrower page, and a card that stays while the page scrolls"""
        page = self.open(hash="#class=Live.Connection", viewport={"width": 1280, "height": 250})
        changes = ["document.querySelector('details').open = false", "scrollTo(0, 40)", "scrollTo(0, 0)"]
        for change in changes:
            before = page.locator("main path").first.get_attribute("d")
            page.evaluate(change)
            expect(page.locator("main path").first, change).not_to_have_attribute("d", before)
            self.assertEqual(page.evaluate(LOOSE_ENDS), 0, change)

    def test_class(self):
        """a class has what it observes on the left, what it sends on the right, and what follows unfolds"""
        page = self.open(hash=ATTENDANCE)
        page.get_by_role("link", name="Presence", exact=True).first.click()
        expect(page.locator(".card h2")).to_have_text("type in Presence")
        expect(page.locator(".row")).to_have_text(["announce(_:)", "init()"], use_inner_text=True)
        expect(self.column(page, "observes")).to_contain_text(
            "attendeeDidJoin(_:), attendeeDidLeave(_:)Presence.swift:29"
        )
        sends = self.column(page, "sends")
        expect(sends).to_contain_text("RosterObserverrosterDidChange(_:)Presence.swift:12observed by 1")
        sends.get_by_text("sends 1").click()
        sends.get_by_text("observed by 2").click()
        expect(sends).to_contain_text("Connection sends 1AttendanceObserver observed by 2RoomMetricsPresence again")

    def test_modules(self):
        """the modules stand in a table, of which each number leads to the channels of a pair"""
        page = self.open()
        page.get_by_role("link", name="Modules").click()
        expect(page.get_by_role("link", name="Modules")).to_have_attribute("aria-current", "page")
        # Those that mostly send come first, those that only observe last, and the name decides between equal ones.
        order = ["Cluster", "History", "Script", "Live", "Presence", "Chat"]
        expect(page.locator("tbody th")).to_have_text(order, use_inner_text=True)
        expect(page.locator("thead th")).to_have_text(order, use_inner_text=True)
        expect(page.locator("td a").first).to_have_text("1 channel")
        page.get_by_role("link", name="1 channel, Live → Chat").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Live → Chat")
        expect(page.locator(".row")).to_have_text(["AttendanceObserver"], use_inner_text=True)
        expect(self.column(page, "observed by")).to_contain_text("RoomMetrics")
        page.get_by_role("link", name="AttendanceObserver").click()
        self.shows(page, "attendeeDidJoin(_:)")
        page.goto(page.url.split("#")[0] + "#module=Live")
        expect(page.locator(".row")).to_have_text(["Connection"], use_inner_text=True)

    def test_notifications(self):
        """notifications have their own words, the keys that they carry, and facts to check"""
        page = self.open(maps.NOTIFICATIONS)
        expect(page).to_have_title("3 notifications and 1 of frameworks – Fans")
        expect(page.locator(".columns").first).to_have_text("posted bynotificationobserved by")
        expect(page.locator("nav")).to_have_text("notificationsModules")
        headings = page.get_by_role("heading", level=2).all_text_contents()
        self.assertEqual(
            headings,
            [
                "1 problem",
                "To check before the move 2 notifications",
                "Feedback loops: decide first whether these are sent synchronously 1 notification",
                "Of frameworks, which stay notifications 1 notification",
            ],
        )
        self.shows(page, '"by string" is posted, but never observed', "not posted here", "check keys, self")
        expect(page.locator(".flow", has_text="openMenu")).to_contain_text(re.compile("check feedback loop$|check feedback loop[^,]"))
        page.get_by_role("link", name="Notification.Name.syncFansControl").click()
        expect(page.locator(".card")).to_contain_text("checkposts carry different keysFanView posts and observes it")
        expect(page.locator(".row")).to_have_text(['"percentage"', '"mode"', '"speed"'], use_inner_text=True)
        self.assertEqual(len(page.locator("main path").first.get_attribute("d").split("M")) - 1, 4)
        expect(self.column(page, "posted by")).to_contain_text("turbo()Modes.swift:20")
        expect(self.column(page, "observed by")).to_contain_text(
            "init()selectorobject: nilreads: \"speed\", \"mode\"removals: 2handled by slide(_:)FanView.swift:18posts 1"
        )
        page.get_by_role("searchbox").fill("open(_")
        expect(page.locator(".flow > :nth-child(2) > a")).to_have_text("Notification.Name.openMenu")
        page.goto(page.url.split("#")[0] + '#channel="by string"')
        expect(self.column(page, "observed by")).to_contain_text("closurequeue: .main")

    def test_objective_c(self):
        """code of Objective-C is in no module"""
        page = self.open(maps.OBJECTIVE_C)
        self.shows(page, "2 posts, 3 observers in 2 modules")
        expect(page.locator(".flow")).to_contain_text("Old, jumpNotification.Name.movedOlder, New Fans, Plot Charts")
        page.get_by_role("link", name="Notification.Name.moved").click()
        expect(self.column(page, "posted by")).to_have_text(
            "posted byOldmoveObjective-COld.m:3jumpjumpObjective-COld.m:9"
        )
        expect(self.column(page, "observed by").locator(".use", has_text="New.swift")).not_to_contain_text("Objective")
        page.get_by_role("link", name="Modules").click()
        expect(page.locator("tbody th")).to_have_text(["Charts", "Fans"], use_inner_text=True)

    def test_crowd(self):
        """more than five classes on a side are counted, and a class says how often it registers"""
        page = self.open(maps.CROWDED)
        texts = [part.inner_text() for part in page.locator(".flow > div").all()]
        self.assertEqual(
            texts,
            [
                "Mover0 Movers, Mover1 Movers, Mover2 Movers, Mover3 Movers, 2 more",
                "CrowdObserver\ncheck feedback loop",
                "Fan0 Fans 2×, Fan1 Fans, Fan2 Fans, Fan3 Fans, Fan4 Fans",
            ],
        )
        page.get_by_role("link", name="2 more").click()
        expect(self.column(page, "sent by").locator(".item")).to_have_count(6)
        self.shows(page, "feedback loop: Fan0.didMove() → move() sends it again")

    def test_trace(self):
        """what a trace lacks is dimmed and listed, and a use says how often it ran"""
        page = self.open(maps.TRACED)
        section = page.locator("section", has_text="1 not in this trace: each may lack a test")
        expect(section.locator("li")).to_have_text(
            "AttendanceObserver Connection.deinit → attendeeDidLeave(_:) → PresenceConnection.swift:41"
        )
        expect(page.locator("section", has_text="1 unresolved")).to_contain_text(
            "the type is in a variable, traced: 7 (Channels.Store)"
        )
        expect(page.locator(".flow .untraced")).to_have_text(["RoomMetrics"])
        section.get_by_role("link").click()
        uses = page.locator(".use")
        expect(uses.nth(0)).to_contain_text("traced: 12, shared")
        expect(page.locator(".use.untraced")).to_have_text(
            ["deinittraced: 0Connection.swift:41attendeeDidLeave(_:)", re.compile("traced: 0RoomMetrics.swift:15")]
        )
        expect(page.locator(".item.untraced")).to_have_count(1)
        lines = [len(path.get_attribute("d").split("M")) - 1 for path in page.locator("main path").all()]
        self.assertEqual(lines, [1 + 2, 0, 1 + 1])
        self.assertEqual(page.evaluate(LOOSE_ENDS), 0)
        self.assertEqual(self.open().locator(".untraced:not(path)").count(), 0)

    def test_documentation(self):
        """a channel and its messages have their documentation, and a search finds it"""
        page = self.open(hash=ATTENDANCE)
        expect(page.locator(".card > div").first).to_contain_text("AttendanceObserverHears who comes and goes.Channels.swift:29")
        expect(page.locator(".row").first).to_have_text("attendeeDidJoin(_:)Somebody came.")
        page.get_by_role("searchbox").fill("somebody")
        expect(page.locator(".flow > :nth-child(2) > a")).to_have_text("AttendanceObserver")

    def test_problems(self):
        """problems that read alike have their modules, and the places in a problem are links"""
        twins = [maps.problem(f"{module}.Update", "is never observed", "unobserved", 1) for module in ["App", "Kit"]]
        place = {"file": "Sources/App/a.swift", "line": 1}
        other = {"file": "Sources/App/a.swift", "line": 12}
        text = "is never observed; also mentioned at Sources/App/a.swift:12, Sources/App/a.swift:1"
        third = maps.problem("App.Other", text, "unobserved", 1) | {"places": [other, place]}
        channels = [maps.channel(name, [], [], []) | {"module": name[:3]} for name in ["App.Update", "Kit.Update", "App.Other"]]
        for channel in channels:
            channel["senders"] = [maps.sender("run()", "a.swift:3", [], module="App")]
        page = self.open(maps.whole(channels, twins + [third]))
        items = page.locator("section.alert li")
        expect(items).to_have_text(
            [
                "App.Update is never observedChannels.swift:1",
                "Kit.Update is never observedChannels.swift:1",
                "Other is never observed; also mentioned at a.swift:12, a.swift:1Channels.swift:1",
            ]
        )
        titles = [button.get_attribute("title") for button in items.nth(2).locator("button").all()]
        self.assertEqual(titles, ["Sources/App/a.swift:12", "Sources/App/a.swift:1", "Sources/Channels/Channels.swift:1"])
        items.nth(2).get_by_role("link").click()
        expect(page.locator(".card button")).to_have_count(3)

    def test_problem_of_a_use(self):
        """a problem leads to the row of its message or of its sender, which is marked"""
        text = "is sent without a key in History.broadcast(after:), but every observer has one"
        problem = maps.problem("Channels.MessageObserver", text, "unkeyed", 91)
        problem |= {"file": "Sources/History/History.swift"}
        page = self.open(maps.CHAT | {"problems": maps.CHAT["problems"] + [problem]})
        items = page.locator("section.alert li")
        items.nth(2).get_by_role("link").click()
        marked = page.locator(".use:has(.alert)")
        expect(marked).to_have_count(1)
        expect(marked).to_contain_text(f"broadcast(after:)for: message.roomHistory.swift:91{text}")
        self.assertEqual(self.focused(page), text)
        expect(page.locator(".card > :first-child > .alert")).to_have_count(0)
        page.go_back()
        items.nth(0).get_by_role("link").click()
        expect(page.locator(".row:has(.alert)")).to_contain_text("messageWasRemoved")
        self.assertEqual(self.focused(page), "is never called")
        page = self.open(maps.CHAT, "#channel=Channels.Store&problem=1", viewport={"width": 1280, "height": 250})
        expect(page.locator(".card > :first-child > .alert")).to_be_in_viewport()

    def test_not_in_this_build(self):
        """code that this build leaves out has its condition and its place"""
        page = self.open(maps.CROWDED)
        section = page.locator("section", has_text="1 not in this build: search before you delete a name")
        expect(section).to_contain_text(
            "Broadcaster.register(CrowdObserver.self, observer: self) #if os(iOS)Phone.swift:57"
        )

    def test_capitals(self):
        """a heading has a capital letter, unless it or a note begins with a name"""
        page = self.open(maps.LOWERCASE)

        def capitalized():
            texts = page.locator("main h2, main p")
            return texts.evaluate_all(
                "all => all.filter(e => getComputedStyle(e, '::first-letter').textTransform === 'uppercase')"
                ".map(e => e.textContent)"
            )

        self.assertEqual(capitalized(), ["1 sender, 0 observers in 1 module", "1 problem"])
        page.get_by_role("link", name="playerObserver").last.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("playerObserver")
        self.assertEqual(capitalized(), ["sent by", "channel in iina", "check", "observed by"])

    def test_empty(self):
        """a map without channels says so"""
        page = self.open(maps.EMPTY)
        expect(page.get_by_role("heading", level=1)).to_have_text("0 channels")
        self.shows(page, "no problems")
        page.get_by_role("link", name="Modules").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("0 modules")

    def test_fixture(self):
        """the page that the program writes shows its map, and opens the editor"""
        page = self.open(path=FIXTURE, hash="#search=store%3Cint")
        expect(page.locator("header > a")).to_have_text("Fixture")
        self.shows(page, "Store")
        page.locator("main a[href^='#channel']").first.click()
        self.shows(page, "[Store<Int>]")
        link = page.locator("main a.place").first.get_attribute("href")
        self.assertRegex(link, r"^vscode://file/.*/Tests/Fixture/Sources/.*\.swift:\d+$")

    def test_fields(self):
        """the maps of these tests have the fields of a channel, a sender, an observer, and a message that the program prints"""

        def fields(map):
            return {
                kind: set().union(*(use for channel in map["channels"] for use in channel.get(kind, [])))
                for kind in ["senders", "observers", "methods"]
            } | {"channels": set().union(*map["channels"]), "map": set(map)}

        text = FIXTURE.read_text()
        printed = fields(json.loads(re.search(r'id="map">(.*?)</script>', text, re.DOTALL)[1]))
        for kind, names in fields(maps.CHAT).items():
            self.assertLessEqual(names, printed[kind], kind)

    def test_assembly(self):
        """the program writes the page of these tests"""
        text = FIXTURE.read_text()
        map = json.loads(re.search(r'id="map">(.*?)</script>', text, re.DOTALL)[1])
        without = [re.sub(r'id="map">.*?</script>', "", page, flags=re.DOTALL) for page in [text, source.page(map)]]
        self.assertEqual(without[0].rstrip(), without[1].rstrip())

    # Search, keys, and the history

    def test_search(self):
        """a search finds names, messages, functions, classes, keys, files and conformers, by all of its words"""
        page = self.open()
        found = page.locator("main .flow > :nth-child(2) > a")
        for text, names in {
            "attendance": ["AttendanceObserver"],
            "DIDCHANGE": ["RosterObserver"],
            "broadcast(after": ["MessageObserver"],
            "metrics": ["AttendanceObserver"],
            "message.room": ["MessageObserver"],
            "cluster.swift": ["Store"],
            "mailer": ["MessageObserver"],
            "presence announce": ["RosterObserver"],
            "script": ["Named & Store"],
            "nothing": [],
            "(": ["AttendanceObserver", "MessageObserver", "RosterObserver", "Named & Store", "Store"],
        }.items():
            page.get_by_role("searchbox").fill(text)
            expect(found, text).to_have_text(names, use_inner_text=True)
        page.get_by_role("searchbox").fill("messageobserver")
        expect(page.locator("section.alert li")).to_contain_text(["is never called"])
        page.get_by_role("searchbox").fill("roster")
        expect(page.locator("section.alert")).to_have_count(0)
        page.get_by_role("searchbox").fill("mailer")
        expect(page.locator("mark")).to_have_text("Mailer")
        expect(page.get_by_role("status")).to_have_text("1 of 5 channels")

    def test_keys(self):
        """the keyboard alone searches, follows, and goes back to where it was"""
        page = self.open()
        page.keyboard.press("/")
        page.keyboard.type("roster")
        expect(page).to_have_url(re.compile("#search=roster$"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("RosterObserver")
        self.assertEqual(self.focused(page), "RosterObserver")
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(page.get_by_role("searchbox")).to_be_focused()
        expect(page.get_by_role("searchbox")).to_have_value("roster")
        page.keyboard.press("ArrowDown")
        self.assertEqual(self.focused(page), "Presence")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Presence")
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="Presence")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("heading", level=1)).to_have_text("5 channels")
        expect(page.get_by_role("searchbox")).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.get_by_role("heading", level=1)).to_have_text("5 channels")

    def test_escape_from_a_deep_link(self):
        """Esc leads from a deep link to the overview"""
        page = self.open(hash=MESSAGE)
        page.keyboard.press("Escape")
        expect(page.get_by_role("heading", level=1)).to_have_text("5 channels")

    def test_back(self):
        """Back shows a page as it was left: its focus, its scroll position, and what is unfolded"""
        page = self.open(hash="#class=Live.Connection", viewport={"width": 1280, "height": 300})
        details = page.locator("details details").first
        details.locator("> summary > small").click()
        expect(details).to_have_attribute("open", "")
        link = self.column(page, "observes").get_by_role("link", name="RosterObserver").first
        link.scroll_into_view_if_needed()
        position = page.evaluate("scrollY")
        self.assertGreater(position, 0)
        link.click()
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        self.assertEqual(page.evaluate("scrollY"), 0)
        page.go_back()
        expect(link).to_be_focused()
        expect(details).to_have_attribute("open", "")
        self.assertEqual(page.evaluate("scrollY"), position)
        page.go_forward()
        expect(page.get_by_role("heading", level=1)).to_have_text("RosterObserver")

    def test_deep_links(self):
        """an address leads to a channel, a class, a module, or a search, and says what the map doesn't have"""
        for hash, title in {
            ATTENDANCE: "AttendanceObserver",
            "#class=Chat.RoomMetrics": "RoomMetrics",
            "#module=History": "History",
            "#search=roster": "1 of 5 channels",
            "#channel=Channels.Named+%26+Channels.Store": "Named & Store",
            "#modules": "6 modules",
            "#class=Nothing": "The map has no class Nothing.",
            "#class=RoomMetrics": "RoomMetrics",
            "#class=Metrics": "The map has no class Metrics.",
            "#module=constructor": "The map has no module constructor.",
        }.items():
            expect(self.open(hash=hash).get_by_role("heading", level=1)).to_have_text(title)
        page = self.open(hash="#class=Metrics")
        page.locator("main").get_by_role("link", name="Chat.RoomMetrics").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("RoomMetrics")
        page = self.open(hash=MESSAGE)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("MessageObserver")

    def test_places(self):
        """a place copies its path and line, or opens the editor of the template"""
        page = self.open(permissions=["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy Sources/Chat/Bridge.swift:12").click()
        expect(page.get_by_role("status")).to_have_text("Copied Sources/Chat/Bridge.swift:12")
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), "Sources/Chat/Bridge.swift:12")
        expect(page.get_by_role("button", name="Copy Sources/Chat/Bridge.swift:12")).to_have_text("Bridge.swift:12")
        page = self.open(
            {**maps.HOSTILE, "link": "editor://open?file={root}/{file}&line={line}"}, "#class=Evil.`__proto__`"
        )
        self.assertEqual(
            page.locator(".use a.place").get_attribute("href"),
            "editor://open?file=/home/me/Chat/Sources/Evil/a%20b%23c%3F.swift&line=2",
        )

    # Safety

    def test_hostile_names(self):
        """names and keys with markup appear as text"""
        for hash in ["", "#search=img", "#modules", "#class=Evil.%60__proto__%60", "#module=Evil"]:
            page = self.open(maps.HOSTILE, hash)
            self.assertEqual(page.locator("main img, main script, main b").count(), 0)
            self.assertNotEqual(page.title(), "broken")
        page = self.open(maps.HOSTILE)
        page.locator(".flow a").nth(1).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"`{maps.MARKUP}`")
        self.shows(page, f'for: "{maps.MARKUP}"', "for: &amp;<b>", "`__proto__`()", "\u202egnp.exe()")
        expect(page).to_have_title(f"`{maps.MARKUP}` – {maps.MARKUP}")

    def test_policy(self):
        """the policy forbids markup that acts, even if a name became markup"""
        markup = maps.MARKUP + "<style>* { display: none }</style><a href=\"javascript:document.title='broken'\">go</a>"
        path = self.write(maps.CHAT, lambda page: page.replace("</svg>", f"</svg>{markup}"))
        page = self.open(path=path)
        page.get_by_text("go", exact=True).click()
        # Time: what never happens has this long to happen.
        page.wait_for_timeout(200)
        expect(page).to_have_title("5 channels – Chat")
        self.assertGreaterEqual(len([text for text in self.messages if "Content Security Policy" in text]), 4)
        self.messages.clear()

    def test_line_ends(self):
        """the policy allows the page's own style and script in a checkout with CRLF"""
        path = self.write(maps.CHAT, lambda page: page.replace("\n", "\r\n"))
        self.shows(self.open(path=path), "5 channels")

    def test_source(self):
        """the page has no address of the network, and makes no HTML of text"""
        text = source.page({})
        self.assertNotRegex(text, r"innerHTML|insertAdjacentHTML|document\.write|eval|https?:|//\w+\.\w+/")
        self.assertEqual([line for line in text.splitlines() if len(line) > 120], [])

    # For all readers

    def test_widths(self):
        """no page overflows at 360 or 1280 pixels"""
        for map in [maps.CHAT, maps.HOSTILE, maps.NOTIFICATIONS, maps.CROWDED]:
            names = [f"#channel={map['channels'][0]['name'].replace('&', '%26')}", "#modules", "", "#search=e"]
            for hash in PLACES if map is maps.CHAT else names:
                for width in [360, 1280]:
                    page = self.open(map, hash, viewport={"width": width, "height": 700})
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, hash)
                    page.context.close()

    def test_phone(self):
        """a narrow page has the card first, and says the messages that lines show otherwise"""
        page = self.open(hash=MESSAGE, viewport={"width": 360, "height": 700})
        card, sent = page.locator(".card").bounding_box(), self.column(page, "sent by").bounding_box()
        self.assertLess(card["y"], sent["y"])
        # A browser cuts a placeholder that is too long, and says so nowhere.
        self.assertGreater(page.evaluate(ROOM_OF_PLACEHOLDER), 0)
        expect(page.locator("svg").first).to_be_hidden()
        spoken = self.column(page, "sent by").get_by_text("messageWasPosted(_:)")
        self.assertGreater(spoken.bounding_box()["width"], 50)

    def test_contrast(self):
        """each text has a contrast of at least 5:1, in light and in dark"""
        for scheme in ["light", "dark"]:
            for map, hash in [(maps.CHAT, hash) for hash in PLACES] + [
                (maps.NOTIFICATIONS, hash) for hash in ["", "#channel=Notification.Name.syncFansControl"]
            ] + [
                (maps.CROWDED, ""),
                (maps.TRACED, ""),
                (maps.TRACED, ATTENDANCE),
            ]:
                page = self.open(map, hash, color_scheme=scheme)
                contrasts = page.evaluate(CONTRASTS)
                self.assertGreater(len(contrasts), 4)
                for contrast, text in contrasts:
                    self.assertGreaterEqual(contrast, 5, f"{text} in {scheme}, {hash}")
                page.context.close()

    def test_dark(self):
        """the page follows the system to dark"""
        colors = [
            self.open(color_scheme=scheme).evaluate("getComputedStyle(document.documentElement).backgroundColor")
            for scheme in ["light", "dark"]
        ]
        self.assertEqual(colors, ["rgb(255, 255, 255)", "rgb(21, 21, 23)"])

    def test_print(self):
        """a print has the paths of its places, and no search"""
        page = self.open(hash=MESSAGE)
        page.emulate_media(media="print")
        expect(page.locator("header")).to_be_hidden()
        content = "getComputedStyle(document.querySelector('.use .place'), '::after').content"
        self.assertEqual(page.evaluate(content), '"Sources/History/History.swift:91"')

    def test_outline(self):
        """each page has landmarks, one heading of the first level, and a name for each control"""
        for hash in PLACES:
            page = self.open(hash=hash)
            for role in ["banner", "search", "navigation", "main"]:
                expect(page.get_by_role(role)).to_have_count(1)
            expect(page.get_by_role("heading", level=1)).to_have_count(1)
            expect(page.get_by_role("searchbox", name="Search", exact=True)).to_have_count(1)
            for role in ["link", "button"]:
                controls = page.get_by_role(role)
                expect(page.get_by_role(role, name=re.compile(r"\S"))).to_have_count(controls.count())
            page.context.close()

    def test_focus(self):
        """the focus is visible on each control, and Tab reaches all of them"""
        page = self.open(hash=MESSAGE)
        count = page.locator("a:visible, button:visible, summary:visible, input").count()
        seen = set()
        for _ in range(count):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("""() => [...document.querySelectorAll("*")].indexOf(document.activeElement)"""))
            self.assertEqual(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"), "solid")
        self.assertEqual(len(seen), count)

    def test_large(self):
        """a map of 150 channels opens, and shows what a search finds at each key"""
        page = self.open(maps.large())
        expect(page.locator(".flow")).to_have_count(150)
        # The browser notes the paint after the elements exist.
        paint = page.wait_for_function(
            "performance.getEntriesByType('paint').find(entry => /content/.test(entry.name))?.startTime"
        ).json_value()
        # From the key to the frame after the one that shows it.
        page.evaluate("""() => {
            window.frames = [];
            document.querySelector("input").addEventListener("beforeinput", () => {
                const start = performance.now();
                requestAnimationFrame(() => requestAnimationFrame(() => window.frames.push(performance.now() - start)));
            });
        }""")
        for count, key in enumerate(["/", *"channel14"]):
            page.keyboard.press(key)
            page.wait_for_function("count => window.frames.length == count", arg=count)
        expect(page.locator(".flow")).to_have_count(11)
        frames = page.evaluate("window.frames")
        print(
            f"150 channels: first paint after {paint:.0f} ms, "
            f"from a key to a frame {min(frames):.0f} to {max(frames):.0f} ms"
        )


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    if not result.wasSuccessful():
        sys.exit(1)
    print(f"Test run with {result.testsRun} tests of the page passed")

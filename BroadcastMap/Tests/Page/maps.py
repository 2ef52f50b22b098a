"""Maps for the tests of the page, in the form that the program prints with --json."""

import copy


def sender(function, place, methods, **more):
    return use(function, place, {"how": "notify", "methods": methods}, more)


def observer(function, place, handles, **more):
    facts = {"how": "register", "handles": handles, "type": None}
    return use(function, place, facts, {"type": more.get("in_"), **more})


def use(function, place, facts, more):
    """Returns a use by a function of the type `in_`, which is "Module.Type", or "Type" in Objective-C."""
    file, line = place.split(":")
    around = more.pop("in_", None)
    module = around[: max(around.find("."), 0)] if around else more.pop("module")
    return {
        "name": function,
        "in": around,
        "module": module,
        "key": None,
        "file": f"Sources/{module}/{file}",
        "line": int(line),
        **facts,
        **more,
    }


def channel(name, methods, senders, observers, line=1, **more):
    return {
        "name": name,
        "kind": "protocol",
        "file": "Sources/Channels/Channels.swift",
        "line": line,
        "methods": [{"name": name, "isCalled": True, "isProperty": False} for name in methods],
        "conformers": [],
        "notes": [],
        "senders": senders,
        "observers": observers,
        **more,
    }


def problem(name, predicate, kind, line, message=None):
    return {
        "name": f"{name}.{message}" if message else name,
        "channel": name,
        "message": message,
        "text": f"{name}.{message} {predicate}" if message else f"{name} {predicate}",
        "kind": kind,
        "file": "Sources/Channels/Channels.swift",
        "line": line,
    }


def whole(channels, problems=(), unresolved=(), package="Chat", **more):
    return {
        "of": "channels",
        "package": package,
        "root": "/home/me/Chat",
        "channels": channels,
        "problems": list(problems),
        "unresolved": list(unresolved),
        **more,
    }


CONNECTION = "Connection.init(room:name:after:store:encoder:broadcaster:)"
EMPTY = whole([], package="Empty")

CHAT = whole(
    [
        channel(
            "Channels.AttendanceObserver",
            ["attendeeDidJoin(_:)", "attendeeDidLeave(_:)"],
            [
                sender(CONNECTION, "Connection.swift:36", ["attendeeDidJoin(_:)"], in_="Live.Connection", key="room"),
                sender("Connection.deinit", "Connection.swift:41", ["attendeeDidLeave(_:)"], in_="Live.Connection"),
            ],
            [
                observer("RoomMetrics.init()", "RoomMetrics.swift:15", ["attendeeDidJoin(_:)"], in_="Chat.RoomMetrics"),
                observer(
                    "Presence.init()",
                    "Presence.swift:29",
                    ["attendeeDidJoin(_:)", "attendeeDidLeave(_:)"],
                    in_="Presence.Presence",
                ),
            ],
            29,
            documentation="Hears who comes and goes.",
        ),
        channel(
            "Channels.MessageObserver",
            ["messageWasPosted(_:)", "messageWasRemoved(_:)"],
            [
                sender(
                    "History.broadcast(after:)",
                    "History.swift:91",
                    ["messageWasPosted(_:)"],
                    in_="History.History",
                    key="message.room",
                )
            ],
            [
                observer("Log.init()", "Log.swift:14", None, in_="Chat.Log", how="observe", type=None),
                observer(
                    CONNECTION, "Connection.swift:31", ["messageWasPosted(_:)"], in_="Live.Connection", key="room"
                ),
            ],
            24,
            conformers=[{"name": "Chat.Mailer", "file": "Sources/Chat/Mailer.swift", "line": 8}],
        ),
        channel(
            "Channels.RosterObserver",
            ["rosterDidChange(_:)"],
            [sender("Presence.announce(_:)", "Presence.swift:12", ["rosterDidChange(_:)"], in_="Presence.Presence")],
            [observer(CONNECTION, "Connection.swift:32", ["rosterDidChange(_:)"], in_="Live.Connection")],
            35,
        ),
        channel(
            "Channels.Named & Channels.Store",
            ["didGrow()"],
            [sender("grow()", "main.swift:4", ["didGrow()"], module="Script")],
            [],
            None,
            file=None,
        ),
        channel(
            "Channels.Store",
            ["didGrow()"],
            [sender("Cluster.receive(_:)", "Cluster.swift:94", [], in_="Cluster.Cluster", form="Store<Int>")],
            [],
            44,
        ),
    ],
    [
        problem("Channels.MessageObserver", "is never called", "uncalled", 26, "messageWasRemoved(_:)"),
        problem("Channels.Store", "is sent, but never observed", "unobserved", 44),
    ],
    [
        {
            "name": "Bridge.forward(_:)",
            "file": "Sources/Chat/Bridge.swift",
            "line": 12,
            "reason": "the type is in a variable",
        },
    ],
)

CHAT["channels"][0]["methods"][0]["documentation"] = "Somebody came."


def traced(map, counts, lacking, **more):
    """Returns a map with how often the uses at some places ran, and one of the others."""
    map = copy.deepcopy(map)
    for channel in map["channels"]:
        for use in channel["senders"] + channel["observers"]:
            use["traced"] = counts.get(f"{use['file'].split('/')[-1]}:{use['line']}", 1)
    map["channels"][0]["senders"][0]["sharesTrace"] = True
    map["unresolved"][0] |= {"traced": 7, "tracedChannels": ["Channels.Store"]}
    return map | {"notInThisTrace": lacking}


TRACED = traced(
    CHAT,
    {"Connection.swift:36": 12, "Connection.swift:41": 0, "RoomMetrics.swift:15": 0},
    [
        {
            "channel": "Channels.AttendanceObserver",
            "sender": "Connection.deinit",
            "message": "attendeeDidLeave(_:)",
            "observer": "Presence",
            "file": "Sources/Live/Connection.swift",
            "line": 41,
        }
    ],
)

MARKUP = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>"
HOSTILE = whole(
    [
        channel(
            f"Evil.`{MARKUP}`",
            [f"`{MARKUP}`()", "`__proto__`()", "\u202egnp.exe()", "long" * 40 + "()"],
            [
                sender(
                    f"`{MARKUP}`.send()",
                    f"{MARKUP.replace('/', '')}.swift:1",
                    [f"`{MARKUP}`()"],
                    in_=f"Evil.`{MARKUP}`",
                    key=f'"{MARKUP}"',
                )
            ],
            [
                observer("Evil.init()", "a b#c?.swift:2", ["`__proto__`()"], in_="Evil.`__proto__`", key="&amp;<b>"),
                observer("Long.init()", "Long.swift:3", None, in_="Evil." + "Long" * 40, key="long" * 40),
            ],
        ),
    ],
    [problem(f"Evil.`{MARKUP}`", "is sent, but never observed", "unobserved", 1)],
    [{"name": MARKUP, "file": "a.swift", "line": 1, "reason": MARKUP}],
    MARKUP,
)


# A channel with more classes on each side than a line has room for, and code that this build leaves out.
CROWDED = whole(
    [
        channel(
            "Channels.CrowdObserver",
            ["didMove()"],
            [sender(f"Mover{n}.move()", "Movers.swift:1", ["didMove()"], in_=f"Movers.Mover{n}") for n in range(6)],
            [observer(f"Fan{n}.init()", "Fans.swift:1", ["didMove()"], in_=f"Fans.Fan{n}") for n in range(5)]
            + [observer("Fan0.again()", "Fans.swift:9", ["didMove()"], in_="Fans.Fan0")],
            notes=[{"kind": "echo", "text": "feedback loop: Fan0.didMove() → move() sends it again"}],
        )
    ],
    notInThisBuild=[
        {
            "text": "Broadcaster.register(CrowdObserver.self, observer: self)",
            "file": "Sources/Fans/Phone.swift",
            "line": 57,
            "condition": "os(iOS)",
        }
    ],
)


def notification(name, kind, senders, observers, notes=()):
    return channel(
        name, [], senders, observers, kind=kind, notes=[{"kind": kind, "text": text} for kind, text in notes]
    )


def post(function, place, keys, **more):
    return sender(function, place, [], how="post", object=None, userInfo=keys, **more)


def watch(function, place, how, object=None, queue=None, **more):
    return observer(function, place, None, how=how, object=object, queue=queue, **more)


NOTIFICATIONS = whole(
    [
        notification(
            "UIApplication.didBecomeActiveNotification",
            "framework",
            [],
            [watch("Panel.watch()", "Panel.swift:25", "publisher", in_="Stats.Panel")],
        ),
        notification(
            "Notification.Name.openMenu",
            "declared",
            [post("Menu.open()", "Menu.swift:20", [], in_="Fans.Menu")],
            [watch("Settings.init()", "Settings.swift:5", "selector", in_="Fans.Settings", handler="open(_:)")],
            [("echo", "feedback loop: Settings.open(_:) → activate() posts it again"), ("echo", "another")],
        ),
        notification(
            '"by string"',
            "literal",
            [post("Menu.open()", "Menu.swift:14", [], in_="Fans.Menu")],
            [watch("Window.init()", "Window.swift:8", "closure", queue=".main", in_="Fans.Window")],
        ),
        notification(
            "Notification.Name.syncFansControl",
            "declared",
            [
                post("FanView.slide(_:)", "FanView.swift:31", ['"percentage"'], in_="Fans.FanView"),
                post("Modes.turbo()", "Modes.swift:20", ['"mode"', '"speed"'], in_="Fans.Modes"),
            ],
            [
                watch(
                    "FanView.init()",
                    "FanView.swift:18",
                    "selector",
                    "nil",
                    in_="Fans.FanView",
                    handler="slide(_:)",
                    reads=['"speed"', '"mode"'],
                    removals=2,
                )
            ],
            [("keys", "posts carry different keys"), ("self", "FanView posts and observes it")],
        ),
    ],
    [problem('"by string"', "is posted, but never observed", "unobserved", 1)],
    package="Fans",
    of="notifications",
)

# Code of Objective-C names no module.
OBJECTIVE_C = whole(
    [
        notification(
            "Notification.Name.moved",
            "declared",
            [post("Old.move", "Old.m:3", [], in_="Old"), post("jump", "Old.m:9", [], module="")],
            [
                watch("Older.init", "Older.m:5", "selector", "nil", in_="Older"),
                watch("New.init()", "New.swift:7", "closure", in_="Fans.New"),
                watch("Plot.init()", "Plot.swift:7", "closure", in_="Charts.Plot"),
            ],
        )
    ],
    of="notifications",
)

# Names that aren't capitalized, and a note that begins with a label.
LOWERCASE = whole(
    [
        channel(
            "iina.playerObserver",
            ["didPlay()"],
            [sender("play()", "main.swift:1", ["didPlay()"], module="iina")],
            [],
            notes=[{"kind": "object", "text": "object: player becomes a key"}],
        )
    ],
    [problem("iina.playerObserver", "is sent, but never observed", "unobserved", 1)],
)


def large(channels=150, senders=500, observers=400):
    """Returns a map of as many channels as a large app has."""

    def uses(make, count, index):
        return [
            make(
                f"Class{number % 97}.run{number}(value:)",
                f"File{number % 60}.swift:{number}",
                ["didChange(_:)"],
                in_=f"Module{number % 17}.Class{number % 97}",
                key=f"item.{number}",
            )
            for number in range(index, count, channels)
        ]

    return whole(
        [
            channel(
                f"Module{index % 17}.Channel{index}Observer",
                ["didChange(_:)", "didEnd()"],
                uses(sender, senders, index),
                uses(observer, observers, index),
                index,
            )
            for index in range(channels)
        ],
        package="Large",
    )

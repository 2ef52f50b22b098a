#!/usr/bin/env python3
"""Plays two people who chat in a headless Chromium: browser.py PROGRAM FOLDER

PROGRAM is the built server, which keeps its messages in the working directory, and FOLDER gets screenshots. The script
drives Chromium through a pipe with its DevTools protocol, prints each step, and fails at the first surprise.
"""
import atexit
import base64
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

LIMIT = 30  # seconds for each step


class Browser:
    def __init__(self):
        program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if program is None:
            sys.exit("Chromium is not installed.")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser} <&- >/dev/null 2>&1', program,
             "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={os.getcwd()}/profile"],
            pass_fds=(to_browser, from_browser))
        atexit.register(process.kill)
        self.number, self.events, self.pending = 0, [], b""

    def send(self, method, session=None, **parameters):
        """Sends a command, and returns its answer. Events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        os.write(self.output, json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            while b"\0" not in self.pending:
                if not select.select([self.input], [], [], LIMIT)[0]:
                    sys.exit(f"{method} was not answered.")
                self.pending += os.read(self.input, 1 << 20)
            first, _, self.pending = self.pending.partition(b"\0")
            answer = json.loads(first)
            if "id" not in answer:
                self.events.append(answer)
            elif "error" in answer:
                sys.exit(f"{method}: {answer['error']}")
            else:
                return answer["result"]


class Page:
    def __init__(self, browser, width, height, is_phone=False):
        self.browser, self.is_phone = browser, is_phone
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.send(f"{domain}.enable")
        self.resize(width, height)
        self.send("Page.addScriptToEvaluateOnNewDocument", source="const first = what => document.querySelector(what)")
        self.send("Page.navigate", url=URL)

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def ask(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, what):
        deadline = time.monotonic() + LIMIT
        while not self.ask(f"!!({expression})"):
            if time.monotonic() > deadline:
                sys.exit(f"FAILED: {what}\n{self.ask('document.body.innerText')}")
            time.sleep(0.02)
        print("ok:", what, flush=True)

    def shows(self, texts, what, selector="#messages .text"):
        """Waits until the elements have these texts, and there are no others."""
        shown = f"[...document.querySelectorAll('{selector}')].map(element => element.textContent)"
        self.wait(f"JSON.stringify({shown}) === JSON.stringify({json.dumps(texts)})", what)

    def pends(self, texts, what):
        self.shows(texts, what, "#pending .text")

    def says(self, status, what):
        self.wait(f"$('status').textContent.startsWith({json.dumps(status)})", what)

    def follows(self, what):
        self.wait("log.scrollTop === 0 && log.getBoundingClientRect().bottom >= "
                  "log.firstElementChild.getBoundingClientRect().bottom", what)

    def fits(self):
        self.wait("first('html').scrollWidth <= innerWidth && first('html').scrollHeight <= innerHeight",
                  "nothing sticks out of the window")
        self.wait("log.clientHeight / innerHeight > 0.5", "the log keeps most of the height")

    def type(self, text):
        self.focus()
        self.send("Input.insertText", text=text)

    def press_enter(self, modifiers=0):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13,
                      text="\r" if kind == "keyDown" else "", modifiers=modifiers)

    def write(self, text):
        self.type(text)
        self.press_enter()

    def join(self, name):
        """Joins with the keyboard alone."""
        self.focus()
        self.wait("document.activeElement?.id === 'name'", "the name has the focus when the page opens")
        for refused in (" \u200b", "A\u0007nn"):
            self.ask("$('name').value = ''")
            self.write(refused)
            self.wait("first('#name:invalid') && $('chat').hidden", f"nobody joins as {refused!r}")
        self.ask("$('name').value = ''")
        self.write(name)
        self.wait("document.activeElement?.id === 'text'", f"{name!r} is in, and the message has the focus")

    def focus(self):
        self.browser.send("Target.activateTarget", targetId=self.target)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=self.is_phone)

    def choose(self, scheme):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def roles(self):
        """The roles in the tree that a screen reader gets."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [node["role"]["value"] for node in nodes if not node["ignored"]]

    def screenshot(self, name):
        with open(f"{FOLDER}/{name}.png", "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))


class Both:
    """Lets both people do a step, one after the other."""

    def __getattr__(self, step):
        def each(*arguments):
            for page in (ann, bob):
                getattr(page, step)(*arguments)
        return each


def start_server(port=0):
    process = subprocess.Popen([PROGRAM, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    return process, int(re.search(r":(\d+) ", process.stdout.readline()).group(1))


def check(is_so, what):
    if not is_so:
        sys.exit(f"FAILED: {what}")
    print("ok:", what, flush=True)


PROGRAM, FOLDER = sys.argv[1:]
server, port = start_server()
URL = f"http://127.0.0.1:{port}/"
browser = Browser()
ann = Page(browser, 1100, 640)
bob = Page(browser, 390, 700, is_phone=True)
both = Both()

# They join.
ann.wait("document.title === 'Chat' && document.readyState === 'complete'", "the page opens")
check("main" in ann.roles(), "the page to join has a landmark")
ann.join("Ann")
bob.join("\u2060Bob\u200b ")
both.shows(["Ann", "Bob"], "each sees who is here, and no invisible character in a name", "#names li")
check(not {"main", "banner", "complementary"} - set(ann.roles()), "the chat has landmarks")
ann.wait("!location.href.includes('Ann')", "a link doesn't carry a name")

# They talk.
ann.focus()
ann.wait("document.hasFocus()", "Ann's window has the focus")
bob.wait("!document.hasFocus()", "Bob's window doesn't have it")
texts = ["Good morning! 👋", "Is the coffee ready?"]
for text in texts:
    ann.write(text)
both.shows(texts, "both messages are shown as they were written")
both.pends([], "nothing is pending")
bob.wait("document.title === '(2) lobby – Chat' && $('badge').textContent === '2 unread'",
         "Bob's title and badge count what is unread")
ann.wait("document.title === 'lobby – Chat'", "Ann's own messages don't count")
bob.wait("announcer.childElementCount === 2", "each message is announced once")
ann.wait("announcer.childElementCount === 0", "and not to its author")
bob.wait("log.getAttribute('aria-live') === 'off'", "and not a second time by the log")
bob.focus()
bob.wait("document.title === 'lobby – Chat' && $('badge').hidden", "nothing is unread when Bob looks")
bob.type("Two minutes.")
bob.press_enter(modifiers=8)
bob.write("Bring your own cup ☕")
texts.append("Two minutes.\nBring your own cup ☕")
ann.shows(texts, "a line break that Bob writes with the shift key stays")
ann.focus()
ann.screenshot("chat")
texts.append("<script>window.broken = 1</script><img src=x onerror='window.broken = 1'> &amp; \u202eabc")
ann.write(texts[-1])
both.shows(texts, "a hostile message is shown as it was written")

# A moderator objects.
ann.write("JACKPOT AT THE CASINO TONIGHT, COME ALL")
ann.type("the next message")
ann.wait("first('#pending .state')?.textContent.includes('not welcome')", "its author sees an objection")
ann.pends(["JACKPOT AT THE CASINO TONIGHT, COME ALL"], "with the message")
ann.ask("first('#pending button').click()")
ann.wait("$('text').value === 'JACKPOT AT THE CASINO TONIGHT, COME ALL\\nthe next message'",
         "the text can be changed, and what was typed meanwhile stays")
ann.pends([], "and it isn't pending any longer")
ann.ask("$('text').value = ''")

# The server is killed, and starts again.
server.kill()
both.says("Connection lost", "the page says that the connection is lost")
more = ["Are you still there?", "Hello?"]
for text in more:
    ann.write(text)
ann.type("typed meanwhile")
ann.wait("first('#pending button')?.textContent === 'Retry'", "what isn't sent can be sent again")
ann.pends(more, "and stays in the log, in order")
ann.ask("$('text').value = ''")
server, _ = start_server(port)
texts += more
both.says("Connected", "the page reconnects by itself")
both.shows(texts, "what was written meanwhile comes once and in order, and nothing twice")
ann.pends([], "nothing is pending")
ann.shows(["Ann", "Bob"], "both are here again", "#names li")

# Answers don't come, and a page is loaded anew meanwhile.
server.send_signal(signal.SIGSTOP)
ann.write("late")
ann.wait("first('#pending .late')", "a request has a time limit")
server.send_signal(signal.SIGCONT)
ann.ask("first('#pending button')?.click()")
texts.append("late")
ann.shows(texts, "a message that was sent twice is shown once")
ann.pends([], "and is confirmed")
ann.send("Network.setBlockedURLs", urls=["*/messages*"])
ann.write("kept")
ann.wait("first('#pending .late')", "a message can't be sent")
ann.send("Page.reload")
ann.wait("document.readyState === 'complete' && !$('join').hidden", "the page is loaded anew")
ann.wait("$('name').value === 'Ann'", "it knows the name")
ann.press_enter()
ann.pends(["kept"], "and what isn't confirmed")
ann.send("Network.setBlockedURLs", urls=[])
texts.append("kept")
both.shows(texts, "the message comes once")
ann.wait("announcer.childElementCount === 0", "the history isn't announced")
ann.wait("log.getAttribute('aria-busy') === 'false'", "and the log isn't busy any longer")

# They scroll.
for number in range(30):
    texts.append(f"line {number} of a long talk")
    bob.write(texts[-1])
both.shows(texts, "thirty more messages are here")
both.follows("the log follows the newest message")
bob.resize(390, 330)
bob.follows("also when a keyboard opens")
bob.fits()
bob.resize(390, 700)
bob.follows("and when it closes")
top = "messages.firstElementChild.getBoundingClientRect().top"
ann.focus()
ann.ask("log.scrollTop = -log.scrollHeight")
place = ann.ask(top)
check(place > 0, "Ann scrolls up")
bob.write("news")
ann.focus()
ann.wait("!newest.hidden && newest.textContent === '1 new message ↓'", "a button says that there is a new message")
ann.wait(f"Math.abs({top} - {place}) < 1", "and the log stays where it is")
ann.ask("newest.click()")
ann.follows("the button leads to it")
ann.wait("newest.hidden", "and is gone then")

# Six hundred people with long names join.
crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(600)]
for number, connection in enumerate(crowd):
    name = f"Person-{number:03}-whose-name-is-as-long-as-a-name-may-be-{'x' * 14}"
    connection.sendall(f"GET /rooms/lobby/events?name={name} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
both.wait("$('count').textContent === '602 here'", "the page says how many people are here")
both.wait("names.childElementCount === 51 && names.lastElementChild.textContent === 'and 552 more'",
          "and lists the first of them")
both.follows("the log still shows the newest message")
for scheme in ("light", "dark"):
    for page, name, width, height in ((ann, "desktop", 1100, 640), (bob, "phone", 390, 700),
                                      (bob, "keyboard", 390, 330), (ann, "zoomed", 320, 256)):
        page.focus()
        page.choose(scheme)
        page.resize(width, height)
        page.follows("the log follows the newest message at another size")
        page.fits()
        page.screenshot(f"{name}-{scheme}")
bob.ask("$('people').open = true")
bob.fits()
bob.ask("$('people').open = false")
ann.resize(1100, 640)
bob.resize(390, 700)
for connection in crowd:
    connection.close()
ann.shows(["Ann", "Bob"], "the people are gone again", "#names li")

# A browser has six connections to a server.
tabs = [Page(browser, 800, 600) for _ in range(4)]
for number, tab in enumerate(tabs):
    tab.join(f"Tab {number}")
    if number < 3:
        tab.says("Connected", "a tab connects")
tabs[3].says("The chat is open in five other tabs", "the sixth tab says why it doesn't")
bob.write("six")
ann.wait("first('#messages article:last-child .text').textContent === 'six'", "the others work on")
tabs[0].close()
tabs[3].says("Connected", "and it connects when another one is closed")
for tab in tabs[1:]:
    tab.close()

# How far the color of an element, or of a part of it, stands out from the background: from 1 to 21.
CONTRAST = """(selector, part, property) => {
  const light = color => color.match(/[0-9.]+/g).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0.05);
  const a = light(getComputedStyle(first(selector), part)[property]);
  const b = light(getComputedStyle(first('html')).backgroundColor);
  return Math.max(a, b) / Math.min(a, b);
}"""
for scheme in ("light", "dark"):
    both.choose(scheme)
    both.wait(f"({CONTRAST})('#text', null, 'borderTopColor') >= 3", f"a border stands out in the {scheme} scheme")
    both.wait(f"({CONTRAST})('#text', '::placeholder', 'color') >= 4.5", f"so does a placeholder, also {scheme}")

both.wait("window.broken === undefined && !first('#log img, #log script')", "no text became markup")
both.fits()
for event in browser.events:
    method, parameters = event["method"], event["params"]
    address = parameters["request"]["url"] if method == "Network.requestWillBeSent" else URL
    if (method == "Runtime.exceptionThrown" or not address.startswith((URL, "data:", "about:"))
            or method == "Log.entryAdded" and parameters["entry"]["source"] != "network"):
        sys.exit(f"FAILED: {parameters}")
print("ok: no exception, no violation of the policy, and no other host")
server.send_signal(signal.SIGTERM)
check(server.wait(LIMIT) == 0, "the server stops")

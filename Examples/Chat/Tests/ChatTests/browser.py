"""Plays two people who chat in a headless Chromium: browser.py PROGRAM FOLDER

PROGRAM is the built server, which keeps its messages in the working directory, and FOLDER gets screenshots. The script
prints each step, and fails at the first surprise.
"""

import atexit
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

LIMIT = 300  # seconds after which a step hangs, which is named before the limit of the test


class Person:
    """One who looks at the page in a tab."""

    def __init__(self, width, height, is_phone=False):
        self.page = context.new_page()
        self.page.on("console", lambda message: complain(message.text))
        self.page.on("pageerror", lambda error: surprises.append(str(error)))
        self.page.on("request", lambda request: addresses.append(request.url))
        self.is_phone = is_phone
        self.session = context.new_cdp_session(self.page)
        self.resize(width, height)
        self.page.goto(URL)

    def ask(self, expression):
        return self.page.evaluate(expression)

    def wait(self, expression, what):
        # Time: a pause between two looks, and an end of a step that hangs. The page's policy forbids what
        # `wait_for_function` does.
        deadline = time.monotonic() + LIMIT
        while not self.ask(f"!!({expression})"):
            if time.monotonic() > deadline:
                sys.exit(f"FAILED: {what}\n{self.ask('document.body.innerText')}")
            self.page.wait_for_timeout(20)
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
        self.page.keyboard.insert_text(text)

    def press(self, key):
        self.page.keyboard.press(key)

    def write(self, text):
        self.type(text)
        self.press("Enter")

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
        self.page.bring_to_front()
        for page in context.pages:
            page.evaluate("hasFocus => look(hasFocus)", page == self.page)

    def close(self):
        self.page.close()

    def resize(self, width, height):
        self.session.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.is_phone})

    def choose(self, scheme):
        self.page.emulate_media(color_scheme=scheme)

    def has(self, *roles):
        """Whether a screen reader finds an element of each role."""
        return all(self.page.get_by_role(role).count() for role in roles)

    def screenshot(self, name):
        self.page.screenshot(path=f"{FOLDER}/{name}.png")


class Both:
    """Lets both people do a step, one after the other."""

    def __getattr__(self, step):
        def each(*arguments):
            for person in (ann, bob):
                getattr(person, step)(*arguments)
        return each


def complain(message):
    """Notes what the console says, but not that the server can't be reached, because it is stopped on purpose."""
    if not message.startswith("Failed to load resource"):
        surprises.append(message)


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
surprises = []
addresses = []
playwright = sync_playwright().start()
atexit.register(playwright.stop)
browser = playwright.chromium.launch(executable_path=shutil.which("chromium") or shutil.which("google-chrome"))
context = browser.new_context(no_viewport=True)
# Playwright lets all pages have the focus at once, so the script says at which one a person looks.
context.add_init_script("""
  globalThis.first = what => document.querySelector(what);
  let isFocused = false;
  document.hasFocus = () => isFocused;
  globalThis.look = hasFocus => {
    if (hasFocus && !isFocused) dispatchEvent(new Event('focus'));
    isFocused = hasFocus;
  };
""")
ann = Person(1100, 640)
bob = Person(390, 700, is_phone=True)
both = Both()

# They join.
ann.wait("document.title === 'Chat' && document.readyState === 'complete'", "the page opens")
check(ann.has("main"), "the page to join has a landmark")
ann.join("Ann")
bob.join("\u2060Bob\u200b ")
both.shows(["Ann", "Bob"], "each sees who is here, and no invisible character in a name", "#names li")
check(ann.has("main", "banner", "complementary"), "the chat has landmarks")
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
bob.press("Shift+Enter")
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
ann.page.route("**/messages*", lambda route: route.abort())
ann.write("kept")
ann.wait("first('#pending .late')", "a message can't be sent")
ann.page.reload()
ann.wait("document.readyState === 'complete' && !$('join').hidden", "the page is loaded anew")
ann.wait("$('name').value === 'Ann'", "it knows the name")
ann.press("Enter")
ann.pends(["kept"], "and what isn't confirmed")
ann.page.unroute_all()
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
tabs = [Person(800, 600) for _ in range(4)]
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
check(not surprises, f"no exception, and no violation of the policy: {surprises}")
check(all(address.startswith((URL, "data:")) for address in addresses), "no other host")
server.send_signal(signal.SIGTERM)
check(server.wait(LIMIT) == 0, "the server stops")

#!/usr/bin/env python3
"""Plays two people who chat in a headless Chromium: browser.py PROGRAM FOLDER

PROGRAM is the built server, FOLDER gets its messages and the screenshots. Chromium is driven through its DevTools
protocol over a pipe. The script needs the standard library only, prints each step, and fails at the first surprise.
"""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

LIMIT = 30  # seconds for each step


class Browser:
    def __init__(self, folder):
        program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if program is None:
            sys.exit("Chromium is not installed.")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def hand_over():
            # Copies out of the way first: either may already be number 3 or 4.
            ends = os.dup(to_browser), os.dup(from_browser)
            for end, number in zip([os.dup(ends[0]), os.dup(ends[1])], (3, 4)):
                os.dup2(end, number, inheritable=True)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--remote-debugging-pipe", f"--user-data-dir={folder}/profile", "about:blank"],
            close_fds=False, preexec_fn=hand_over, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.number, self.answers, self.events = 0, {}, []
        self.changed = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        pending = b""
        while data := os.read(self.input, 1 << 20):
            *messages, pending = (pending + data).split(b"\0")
            with self.changed:
                for message in map(json.loads, messages):
                    if "id" in message:
                        self.answers[message["id"]] = message
                    else:
                        self.events.append(message)
                self.changed.notify_all()

    def send(self, method, session=None, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.answers, LIMIT):
                sys.exit(f"{method} was not answered.")
            answer = self.answers.pop(number)
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]


class Page:
    def __init__(self, browser, url, width, height, is_phone):
        self.browser, self.url = browser, url
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=is_phone)
        self.send("Page.navigate", url=url)

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def ask(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, what):
        deadline = time.monotonic() + LIMIT
        while not self.ask(expression):
            if time.monotonic() > deadline:
                sys.exit(f"FAILED: {what}\n{self.ask('document.body.innerText')}")
            time.sleep(0.02)
        print("ok:", what, flush=True)

    def press(self, key, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      text=text if kind == "keyDown" else "")

    def posts(self):
        """How often the page has tried to send a message."""
        with self.browser.changed:
            return sum(event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"
                       and event["params"]["request"]["method"] == "POST" for event in self.browser.events)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def focus(self):
        self.browser.send("Target.activateTarget", targetId=self.target)

    def join(self, name):
        """Joins with the keyboard alone."""
        self.focus()
        self.wait("document.activeElement?.id === 'name'", "the name has the focus when the page opens")
        self.write(" ")
        self.wait("document.querySelector('#name:invalid') && document.getElementById('chat').hidden",
                  "nobody joins without a name")
        self.ask("document.getElementById('name').value = ''")
        self.type(name)
        self.press("Enter", 13, "\r")
        self.wait("document.activeElement?.id === 'text'", f"{name!r} is in, and the message has the focus")

    def write(self, text):
        self.type(text)
        self.press("Enter", 13, "\r")

    def texts(self):
        return "[...document.querySelectorAll('#log .text')].map(text => text.textContent)"

    def wait_for_texts(self, texts, what):
        self.wait(f"JSON.stringify({self.texts()}) === JSON.stringify({json.dumps(texts)})", what)

    def wait_for_names(self, names, what):
        shown = "[...document.querySelectorAll('#names li')].map(name => name.textContent)"
        self.wait(f"JSON.stringify({shown}) === JSON.stringify({json.dumps(names)})", what)

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


def start_server(program, folder, port):
    server = subprocess.Popen(
        [program, "--port", str(port), "--database", f"{folder}/chat.sqlite"], stdout=subprocess.PIPE, text=True)
    return server, int(re.search(r":(\d+) ", server.stdout.readline()).group(1))


def main(program, folder):
    server, port = start_server(program, folder, 0)
    browser = Browser(folder)
    try:
        play(browser, program, folder, server, port)
    finally:
        browser.process.kill()
        browser.process.wait()
        for process in servers + [server]:
            process.kill()


servers = []


def play(browser, program, folder, server, port):
    url = f"http://127.0.0.1:{port}/"
    ann = Page(browser, url, 1100, 640, False)
    bob = Page(browser, url, 390, 700, True)
    ann.join("Ann")
    bob.join("Bob")
    ann.wait_for_names(["Ann", "Bob"], "Ann sees who is here")
    bob.wait_for_names(["Ann", "Bob"], "Bob sees who is here")

    hostile = "<script>window.broken = 1</script><img src=x onerror='window.broken = 1'> &amp; \u202eabc"
    ann.focus()
    ann.wait("document.hasFocus()", "Ann's window has the focus")
    bob.wait("!document.hasFocus()", "Bob's window doesn't have it")
    ann.write("Good morning! 👋\nIs the coffee ready?".replace("\n", " "))
    ann.write(hostile)
    texts = ["Good morning! 👋 Is the coffee ready?", hostile]
    for page in (ann, bob):
        page.wait_for_texts(texts, "both messages are shown as they were written")
    bob.wait("document.title === '(2) lobby – Chat' && document.getElementById('badge').textContent === '2 unread'",
             "Bob's title and badge count what is unread")
    ann.wait("document.title === 'lobby – Chat'", "Ann's own messages don't count")
    bob.focus()
    bob.wait("document.title === 'lobby – Chat' && document.getElementById('badge').hidden",
             "nothing is unread when Bob looks")

    bob.type("Two minutes.")
    bob.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r",
             modifiers=8)
    bob.write("Bring your own cup ☕")
    texts.append("Two minutes.\nBring your own cup ☕")
    ann.wait_for_texts(texts, "a line break that Bob writes with the shift key stays")

    ann.focus()
    ann.write("JACKPOT AT THE CASINO TONIGHT, COME ALL")
    ann.wait("document.getElementById('problem').textContent.includes('not welcome')", "an objection is shown to its author")
    ann.wait("document.getElementById('text').value.startsWith('JACKPOT')", "and the text can be changed")
    ann.ask("document.getElementById('text').value = ''")

    server.send_signal(signal.SIGKILL)
    server.wait()
    for page in (ann, bob):
        page.wait("document.getElementById('status').textContent.startsWith('Connection lost')",
                  "the page says that the connection is lost")
    ann.screenshot(f"{folder}/lost.png")
    posts = ann.posts()
    ann.write("Are you still there?")
    deadline = time.monotonic() + LIMIT
    while ann.posts() < posts + 3:
        if time.monotonic() > deadline:
            sys.exit("FAILED: the page gives up")
        time.sleep(0.02)
    ann.write("Hello?")
    server, _ = start_server(program, folder, port)
    servers.append(server)
    texts += ["Are you still there?", "Hello?"]
    for page in (ann, bob):
        page.wait("document.getElementById('status').textContent === 'Connected'", "the page reconnects by itself")
        page.wait_for_texts(texts, "what was written meanwhile comes once and in order, and nothing twice")
    ann.wait_for_names(["Ann", "Bob"], "both are here again")

    for page in (ann, bob):
        page.wait("window.broken === undefined && !document.querySelector('#log img, #log script')",
                  "no text became markup")
        page.wait("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight",
                  "nothing sticks out of the window")
    with browser.changed:
        events = list(browser.events)
    for event in events:
        if event["method"] == "Runtime.exceptionThrown":
            sys.exit(f"FAILED: {event['params']}")
        if event["method"] == "Log.entryAdded" and event["params"]["entry"]["source"] not in ("network",):
            sys.exit(f"FAILED: {event['params']}")
        if event["method"] == "Network.requestWillBeSent":
            address = event["params"]["request"]["url"]
            if not address.startswith((url, "data:", "about:")):
                sys.exit(f"FAILED: the page asked for {address}")
    print("ok: no exception, no violation of the policy, and no other host")
    ann.focus()
    ann.ask("document.getElementById('problem').hidden = true")
    ann.screenshot(f"{folder}/desktop.png")
    bob.focus()
    bob.screenshot(f"{folder}/phone.png")
    server.send_signal(signal.SIGTERM)
    if server.wait(LIMIT) != 0:
        sys.exit("FAILED: the server didn't stop")


if __name__ == "__main__":
    main(*sys.argv[1:])

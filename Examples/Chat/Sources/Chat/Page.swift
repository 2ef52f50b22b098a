import HTTPTypes
import Hummingbird
import NIOCore

/// The page at `/`, complete with its style and its script.
///
/// The script sets what people write as `textContent` only, and the policy forbids everything from another host.
let page = Response(
    status: .ok,
    headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
            "default-src 'none'; connect-src 'self'; img-src data:; style-src 'unsafe-inline'; "
            + "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .xContentTypeOptions: "nosniff",
    ],
    body: .init(byteBuffer: ByteBuffer(string: html)))

private let html = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
    <title>Chat</title>
    <link rel="icon" href="data:,">
    <style>
    :root { color-scheme: light dark; --line: #8884; --quiet: #696969; --accent: #1559c7; --own: #e6effd; --alarm: #a33a00; }
    @media (prefers-color-scheme: dark) {
      :root { --quiet: #a0a0a0; --accent: #86b4ff; --own: #1b2b44; --alarm: #ffa070; }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; height: 100dvh; font: 16px/1.45 system-ui, sans-serif; display: grid; }
    button, input, textarea { font: inherit; padding: .55em .75em; border: 1px solid var(--line); border-radius: .5em; min-width: 0; }
    button { background: var(--accent); color: Canvas; border-color: transparent; font-weight: 600; cursor: pointer; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    #join { margin: auto; padding: 1.5rem; width: min(24rem, 100%); display: grid; gap: .9rem; }
    #join label { display: grid; gap: .25rem; }
    #chat { display: grid; min-height: 0; min-width: 0; grid-template: auto 1fr auto / minmax(0, 1fr) 13rem; }
    header { grid-column: 1 / -1; display: flex; gap: .6rem; align-items: center; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.15rem; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    #badge { background: var(--alarm); color: Canvas; border-radius: 1em; padding: 0 .55em; font-size: .85rem; font-weight: 700; }
    #status { margin-left: auto; color: var(--quiet); font-size: .9rem; white-space: nowrap; }
    #status.lost { color: var(--alarm); font-weight: 600; }
    #log { padding: 1rem; overflow-y: auto; overscroll-behavior: contain; }
    #log article { margin: 0 0 .6rem; padding: .4rem .7rem; border-radius: .7em; background: #8881; max-width: 44rem; width: fit-content; }
    #log article.own { background: var(--own); margin-left: auto; }
    #log .by { display: flex; gap: .6rem; align-items: baseline; font-size: .85rem; color: var(--quiet); }
    #log .name { font-weight: 600; color: CanvasText; }
    .name, .text { overflow-wrap: anywhere; unicode-bidi: isolate; }
    .text { white-space: pre-wrap; }
    aside { border-left: 1px solid var(--line); padding: 1rem; overflow-y: auto; }
    aside h2 { font-size: .85rem; margin: 0 0 .4rem; color: var(--quiet); font-weight: 600; }
    #names { list-style: none; margin: 0; padding: 0; }
    #write { grid-column: 1 / -1; display: grid; grid-template-columns: 1fr auto; gap: .5rem; padding: .7rem 1rem; border-top: 1px solid var(--line); }
    #write textarea { resize: none; height: 2.7em; }
    #problem { grid-column: 1 / -1; margin: 0; color: var(--alarm); }
    @media (max-width: 40rem) {
      #chat { grid-template: auto auto 1fr auto / minmax(0, 1fr); }
      #log { grid-row: 3; }
      aside { grid-row: 2; border-left: 0; border-bottom: 1px solid var(--line); padding: .4rem 1rem; max-height: 5.5rem; display: flex; gap: .6rem; align-items: baseline; }
      aside h2 { margin: 0; white-space: nowrap; }
      #names { display: flex; flex-wrap: wrap; gap: 0 .8rem; }
    }
    </style>
    </head>
    <body>
    <form id="join">
      <h1>Chat</h1>
      <label>Your name <input id="name" maxlength="64" required pattern=".*\S.*" autocomplete="nickname" autofocus></label>
      <!-- A browser drops the path segments "." and "..", so no room has such a name. -->
      <label>Room <input id="room" maxlength="64" required pattern="(?!\s*\.{1,2}\s*$).*\S.*" value="lobby" autocomplete="off"></label>
      <button>Join</button>
    </form>
    <main id="chat" hidden>
      <header>
        <h1 id="title" dir="auto"></h1>
        <span id="badge" role="status" hidden></span>
        <span id="status" role="status"></span>
      </header>
      <div id="log" role="log" aria-label="Messages" tabindex="0"></div>
      <aside aria-label="People"><h2>Here now</h2><ul id="names"></ul></aside>
      <form id="write">
        <p id="problem" role="alert" hidden></p>
        <textarea id="text" maxlength="4000" aria-label="Message" placeholder="Write a message" dir="auto" enterkeyhint="send"></textarea>
        <button>Send</button>
      </form>
    </main>
    <script>
    'use strict';
    const $ = id => document.getElementById(id);
    const parameters = new URLSearchParams(location.hash.slice(1));
    let me = '', room = '', lastID = 0, unread = 0, source = null, pause = 500, sending = Promise.resolve();
    const path = what => '/rooms/' + encodeURIComponent(room) + '/' + what;

    function show(message) {
      if (message.id <= lastID) return;
      lastID = message.id;
      const log = $('log');
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
      const item = document.createElement('article'), by = document.createElement('div'), name = document.createElement('span');
      const time = document.createElement('time'), text = document.createElement('div');
      item.className = message.name === me ? 'own' : '';
      item.dataset.id = message.id;
      by.className = 'by'; name.className = 'name'; text.className = 'text';
      name.textContent = message.name; name.dir = 'auto';
      time.dateTime = message.sent;
      time.textContent = new Date(message.sent).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      text.textContent = message.text; text.dir = 'auto';
      by.append(name, time); item.append(by, text); log.append(item);
      while (log.childElementCount > 1000) log.firstElementChild.remove();
      if (isAtEnd || message.name === me) log.scrollTop = log.scrollHeight;
      if (!document.hasFocus() && message.name !== me) count(unread + 1);
    }

    function count(number) {
      unread = number;
      document.title = (unread ? '(' + unread + ') ' : '') + (room ? room + ' – ' : '') + 'Chat';
      $('badge').hidden = !unread;
      $('badge').textContent = unread ? unread + ' unread' : '';
      if (navigator.setAppBadge) (unread ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {});
    }

    function say(status, isLost) {
      $('status').textContent = status;
      $('status').className = isLost ? 'lost' : '';
    }

    // What is missing is asked for by id, so a connection that is lost costs no message and shows none twice.
    async function connect() {
      try {
        // At first, the latest messages are enough.
        if (!lastID) (await (await fetch(path('messages') + '?limit=100')).json()).forEach(show);
      } catch { return reconnect(); }
      source = new EventSource(path('events') + '?name=' + encodeURIComponent(me) + '&after=' + lastID);
      source.onopen = () => { pause = 500; say('Connected'); };
      source.addEventListener('message', event => show(JSON.parse(event.data)));
      source.addEventListener('presence', event => {
        $('names').replaceChildren(...JSON.parse(event.data).names.map(name => {
          const item = document.createElement('li');
          item.className = 'name'; item.textContent = name; item.dir = 'auto';
          return item;
        }));
      });
      source.addEventListener('end', reconnect);
      source.onerror = reconnect;
    }

    function reconnect() {
      source?.close();
      say('Connection lost. Reconnecting…', true);
      setTimeout(connect, pause * (0.8 + 0.4 * Math.random()));
      pause = Math.min(pause * 2, 8000);
    }

    $('join').addEventListener('submit', event => {
      event.preventDefault();
      // Accented letters in the form that the server gives them.
      [me, room] = [$('name'), $('room')].map(input => input.value.trim().normalize());
      $('join').hidden = true; $('chat').hidden = false;
      $('title').textContent = room;
      location.hash = new URLSearchParams({ name: me, room });
      count(0); say('Connecting…'); connect(); $('text').focus();
    });

    $('write').addEventListener('submit', event => {
      event.preventDefault();
      const text = $('text').value;
      if (!text.trim()) return;
      $('problem').hidden = true; $('text').value = '';
      // One after another, so that the order of writing is kept.
      sending = sending.then(() => send(text));
    });

    async function send(text) {
      // Under one key, the server stores one message, however often it is asked.
      const key = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
      for (let attempt = 0; ; attempt++) {
        let problem = 'The message is not sent: the server can’t be reached.';
        try {
          const answer = await fetch(path('messages'), {
            method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
            body: JSON.stringify({ name: me, text }),
          });
          if (answer.ok) return;
          problem = (await answer.json()).error;
          if (answer.status < 500) attempt = Infinity;
        } catch { /* Try again. */ }
        if (attempt >= 6) {
          $('problem').textContent = problem; $('problem').hidden = false;
          if (!$('text').value) $('text').value = text;
          return;
        }
        await new Promise(done => setTimeout(done, 500 * 2 ** attempt));
      }
    }

    $('text').addEventListener('keydown', event => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        $('write').requestSubmit();
      }
    });
    addEventListener('focus', () => count(0));
    if (parameters.get('room')) $('room').value = parameters.get('room');
    if (parameters.get('name')) $('name').value = parameters.get('name');
    </script>
    </body>
    </html>
    """#

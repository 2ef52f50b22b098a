'use strict';
const $ = id => document.getElementById(id);
const limit = 10_000;  // For each request, in milliseconds.
let me = '', room = '', lastID = 0;

const wait = time => new Promise(done => setTimeout(done, time));
const path = what => 'rooms/' + encodeURIComponent(room) + '/' + what;
const request = (what, options) => fetch(path(what), { ...options, signal: AbortSignal.timeout(limit) });

// Storage may be forbidden, and the chat works without it.
const recall = key => { try { return sessionStorage.getItem(key); } catch { return null; } };
const remember = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* Then not. */ } };

function create(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  element.dir = 'auto';
  return element;
}

// Appends an element, and removes the first ones when there are more than `most`.
function append(list, element, most) {
  list.append(element);
  while (list.childElementCount > most) list.firstElementChild.remove();
}

// MARK: Joining

// Names that look the same must be the same. The server does as this and the check below do: Rooms.checkedName.
function cleaned(name) {
  let visible = '';
  for (const scalar of name.normalize()) {
    const isInvisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(scalar);
    const joinsEmoji = /[\u200d\ufe0f]/.test(scalar) && /(?![\0-\x7f])[\p{Emoji}\ufe0f]$/u.test(visible);
    if (!isInvisible || joinsEmoji) visible += scalar;
  }
  return visible.trim();
}

const fields = [$('name'), $('room')];
$('name').value = recall('name') ?? '';
$('room').value = new URLSearchParams(location.hash.slice(1)).get('room') ?? 'lobby';

function checkNames() {
  for (const input of fields) {
    // A browser drops the path segments "." and "..", so no room has such a name.
    const isName = input.id === 'room' ? !/^\.{0,2}$/.test(cleaned(input.value)) : cleaned(input.value) !== '';
    input.setCustomValidity(isName && !/\p{Cc}/u.test(input.value) ? '' : 'Please write a name.');
  }
}
checkNames();
$('enter').addEventListener('input', checkNames);

$('enter').addEventListener('submit', event => {
  event.preventDefault();
  [me, room] = fields.map(input => cleaned(input.value));
  remember('name', me);
  history.replaceState(null, '', '#' + new URLSearchParams({ room }));
  $('join').hidden = true;
  $('chat').hidden = false;
  $('title').textContent = room;
  $('text').focus();
  count(0);
  say('Connecting…');
  for (const item of JSON.parse(recall('outbox ' + room) ?? '[]')) add(item);
  connect();
});

// MARK: The log

let fresh = 0, unread = 0;
const log = $('log');

// The log is laid out from its end, so 0 is the end, and the browser stays there whatever changes its size.
const isAtEnd = () => log.scrollTop > -40;
const goToEnd = () => { log.scrollTop = 0; };
// Where the keyboard covers the page and doesn't shrink it, as on iOS.
window.visualViewport?.addEventListener('resize', () => {
  const isCovered = visualViewport.scale === 1 && visualViewport.height < innerHeight;
  $('chat').style.height = isCovered ? visualViewport.height + 'px' : '';
});

// Changes the end of the log below a person who has scrolled up, and doesn't move what the person reads.
function keepingPlace(change) {
  const place = () => log.firstElementChild.getBoundingClientRect().top;
  const wasAtEnd = isAtEnd(), before = place();
  change();
  log.scrollTop = wasAtEnd ? 0 : log.scrollTop + place() - before;
}

function show(message, isHistory) {
  if (message.id <= lastID) return;
  lastID = message.id;
  const isOwn = message.name === me;
  const item = create('article', isOwn ? 'own' : '', ''), by = create('div', 'by', '');
  const sent = new Date(message.sent);
  const time = create('time', '', sent.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }));
  time.title = sent.toLocaleString();
  by.append(create('span', 'name', message.name), time);
  item.append(by, create('div', 'text', message.text));
  keepingPlace(() => {
    append($('messages'), item, isAtEnd() ? 1000 : Infinity);
    outbox.filter(pending => pending.id === message.id).forEach(remove);
  });
  if (isHistory || isOwn) return;
  announce(message.name + ': ' + message.text);
  if (!isAtEnd()) countFresh(fresh + 1);
  if (!document.hasFocus()) count(unread + 1);
}

const announce = text => append($('announcer'), create('p', '', text), 5);

// Counts the new messages below the part that is in view.
function countFresh(number) {
  fresh = number;
  $('newest').hidden = !fresh;
  $('newest').textContent = fresh + (fresh === 1 ? ' new message ↓' : ' new messages ↓');
}

log.addEventListener('scroll', () => { if (isAtEnd()) countFresh(0); });
$('newest').addEventListener('click', () => {
  goToEnd();
  $('text').focus();
});

// Counts the messages that came while the window didn't have the focus.
function count(number) {
  unread = number;
  document.title = (unread ? '(' + unread + ') ' : '') + (room ? room + ' – ' : '') + 'Chat';
  $('badge').hidden = !unread;
  $('badge').textContent = unread + ' unread';
}
addEventListener('focus', () => count(0));

function showPeople({ names, count }) {
  const rest = count - names.length;
  $('count').textContent = count + ' here';
  $('names').replaceChildren(...names.map(name => create('li', 'name', name)));
  if (rest > 0) $('names').append(create('li', '', 'and ' + rest + ' more'));
}

// MARK: Receiving

let source = null, again, silence;

function say(status, isLost) {
  $('status').textContent = status;
  $('status').className = isLost ? 'lost' : '';
}

// Over HTTP/1.1, the tabs of a browser share six connections to a server. Five streams leave one for everything else.
let hasSlot = false;
async function takeSlot() {
  const protocol = performance.getEntriesByType('navigation')[0]?.nextHopProtocol;
  if (!navigator.locks || /^h[23]/.test(protocol)) return;
  while (!hasSlot) {
    for (let number = 1; number <= 5 && !hasSlot; number++) hasSlot = await hold('stream ' + number);
    if (hasSlot) return;
    say('The chat is open in five other tabs, and this browser can’t connect more. Please close one.', true);
    await wait(1000);
  }
}

// Takes a lock until the tab is closed, and tells whether it was free.
const hold = name => new Promise(decide => navigator.locks.request(name, { ifAvailable: true }, lock => {
  decide(!!lock);
  return lock && new Promise(() => {});
}));

// What is missing is asked for by id, so a connection that is lost costs no message and shows none twice.
async function connect() {
  try {
    await takeSlot();
    if (!lastID) {
      // At first, the latest messages are enough.
      log.setAttribute('aria-busy', 'true');
      const answer = await request('messages?limit=100');
      if (!answer.ok) throw new Error(answer.status);
      for (const message of await answer.json()) show(message, true);
    }
  } catch (error) {
    return reconnect(error);
  } finally {
    log.setAttribute('aria-busy', 'false');
  }
  source = new EventSource(path('events') + '?name=' + encodeURIComponent(me) + '&after=' + lastID);
  expect(limit);
  source.onopen = () => { say('Connected'); expect(45_000); };
  const receive = handle => event => { expect(45_000); handle(JSON.parse(event.data)); };
  source.addEventListener('message', receive(message => show(message)));
  source.addEventListener('presence', receive(showPeople));
  source.addEventListener('alive', receive(() => {}));
  source.addEventListener('end', reconnect);
  source.onerror = reconnect;
}

// A stream that brings nothing for a while, not even a sign of life, is broken.
function expect(time) {
  clearTimeout(silence);
  silence = setTimeout(() => reconnect({ name: 'TimeoutError' }), time);
}

function reconnect(error) {
  source?.close();
  clearTimeout(silence);
  clearTimeout(again);
  const isLate = error?.name === 'TimeoutError';
  say(isLate ? 'No answer. Is the chat open in many tabs? Reconnecting…' : 'Connection lost. Reconnecting…', true);
  again = setTimeout(connect, 500 + 1000 * Math.random());
}

// MARK: Sending

// The messages that the server hasn't confirmed, in order. Each has a key, under which the server stores one message,
// however often it is asked.
let outbox = [], isSending = false, retry = () => {};

$('write').addEventListener('submit', event => {
  event.preventDefault();
  const text = $('text').value;
  if (!text.trim()) return;
  $('text').value = '';
  const random = [...crypto.getRandomValues(new Uint8Array(16))];
  add({ key: random.map(byte => byte.toString(16).padStart(2, '0')).join(''), name: me, text });
});

$('text').addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    $('write').requestSubmit();
  }
});

// A message survives a reload of the tab.
function save() {
  remember('outbox ' + room, JSON.stringify(outbox.map(({ key, name, text }) => ({ key, name, text }))));
}

function add(item) {
  item.element = create('article', 'own pending', '');
  item.state = create('div', 'state', '');
  item.element.append(create('div', 'text', item.text), item.state);
  $('pending').append(item.element);
  outbox.push(item);
  save();
  goToEnd();
  tell(item, 'Sending…');
  sendAll();
}

function remove(item) {
  outbox = outbox.filter(other => other !== item);
  item.element.remove();
  save();
}

// Says what is with a message, and what can be done about it.
function tell(item, state, action, act) {
  item.element.classList.toggle('late', !!action);
  item.state.textContent = state;
  if (!action) return;
  const button = create('button', '', action);
  button.addEventListener('click', act);
  item.state.append(button);
}

// Sends one message after another, so that the order of writing is kept.
async function sendAll() {
  if (isSending) return;
  isSending = true;
  for (let item; item = outbox.find(item => !item.id && !item.isRefused);) {
    if (!await send(item)) await Promise.race([wait(2000), new Promise(now => { retry = now; })]);
  }
  isSending = false;
}

// Tells whether the server has answered for good.
async function send(item) {
  try {
    const answer = await request('messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': item.key },
      body: JSON.stringify({ name: item.name, text: item.text }),
    });
    const content = await answer.json();
    if (answer.ok) {
      item.id = content.id;
      // It moves to its place in the log when the stream brings it, after the messages before it.
      if (item.id <= lastID) remove(item); else tell(item, 'Sent');
      return true;
    }
    if (answer.status < 500) {
      item.isRefused = true;
      announce(content.error);
      tell(item, content.error, 'Edit', () => {
        remove(item);
        $('text').value = [item.text, $('text').value].filter(text => text).join('\n');
        $('text').focus();
      });
      return true;
    }
  } catch { /* Without an answer, it is sent again. */ }
  tell(item, 'Not sent yet.', 'Retry', () => { tell(item, 'Sending…'); retry(); });
  return false;
}

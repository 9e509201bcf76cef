import { parsed, showAnswer, showFailure } from './answer.js';
import { exampleOf, findExamples } from './examples.js';

/** Where the page came from: calls go there, whatever it is called. */
const base = new URL('.', location.href);
const access = document.querySelector('#access');
const keyField = document.querySelector('#key');
const says = document.querySelector('#access-says');
const KEPT = 'chainproof-key';
/** Examples found with that key: a page that is loaded again asks for none. */
const FOUND = 'chainproof-examples';
/** What a refusal means to somebody who has just come, or has just named a key. */
const SAID_OF = {
  api_key_missing: 'Needed for most methods; kept in this tab only.',
  api_key_invalid: 'This key is not valid.',
  payment_required: 'No key here: each call is paid for.',
};

const fieldsOf = (form) => [...form.querySelectorAll('[data-in]')];

/** The request that a form stands for. */
function requestOf(form) {
  const { path, verb } = form.dataset;
  let target = path.slice(1);
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const { name, value, dataset } of fieldsOf(form)) {
    if (dataset.in === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === 'body') body = value;
    else if (value === '') continue;
    else if (dataset.in === 'query') query.append(name, value);
    else headers[name] = value;
  }
  if (body !== undefined)
    Object.assign(headers, {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    });
  const url = new URL(target, base);
  url.search = query;
  return { url, verb, headers, body };
}

function send(url, { verb = 'GET', headers = {}, body, isOpen = false }) {
  const key = keyField.value.trim();
  const named = key === '' || isOpen ? headers : { ...headers, 'X-API-Key': key };
  return fetch(url, { method: verb, headers: named, body, cache: 'no-store' });
}

async function call(form, more = {}) {
  if (!form.reportValidity()) return;
  const { url, verb, headers, body } = requestOf(form);
  const place = form.querySelector('.answer');
  place.setAttribute('aria-busy', 'true');
  const began = performance.now();
  try {
    const isOpen = 'open' in form.dataset;
    const response = await send(url, { verb, headers: { ...headers, ...more }, body, isOpen });
    const text = await response.text();
    const milliseconds = performance.now() - began;
    const { status, statusText, headers: told } = response;
    showAnswer(
      place,
      { status, statusText, headers: told, text, milliseconds },
      nextActs(form, told, parsed(text)),
    );
    markRefusal(form, status, parsed(text)?.error?.code);
  } catch (error) {
    showFailure(place, error);
  } finally {
    place.removeAttribute('aria-busy');
  }
}

function nextActs(form, headers, body) {
  const acts = [];
  const cursor = body?.data?.nextCursor;
  const field = form.querySelector('[name=cursor]');
  if (cursor !== undefined && field)
    acts.push({
      label: 'Next page',
      act() {
        field.value = cursor;
        call(form);
      },
    });
  const etag = headers.get('etag');
  if (etag !== null)
    acts.push({ label: 'Ask again with its ETag', act: () => call(form, { 'If-None-Match': etag }) });
  return acts;
}

/** Opens the list of refusals at the one that was met. */
function markRefusal(form, status, code) {
  const list = form.parentElement.querySelector('.refusals');
  for (const row of list.querySelectorAll('tbody tr')) {
    const [rowStatus, rowCode] = [...row.cells].map((cell) => cell.textContent);
    const isMet = code === rowCode && String(status) === rowStatus;
    row.classList.toggle('met', isMet);
    list.open ||= isMet;
  }
}

/** With the shell's own `$KEY`: a key does not belong into a clipboard. */
async function copyCurl(form) {
  if (!form.reportValidity()) return;
  const { url, verb, headers, body } = requestOf(form);
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const named = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  const key = 'open' in form.dataset ? '' : ' -H "X-API-Key: $KEY"';
  const data = body === undefined ? '' : ` -X ${verb} -d ${quoted(body)}`;
  const line = `curl -s${key}${named.join('')}${data} ${quoted(url.href)}`;
  const note = form.querySelector('.note');
  // Browsers give a clipboard to pages of https and of this machine only.
  const copied = navigator.clipboard?.writeText(line) ?? Promise.reject();
  note.textContent = await copied.then(
    () => 'Copied.',
    () => line,
  );
}

/** Looks up what is there to ask for, and fills it in; says what came of it. */
async function lookUp() {
  let refusal;
  const examples = await findExamples(async (path) => {
    const response = await send(new URL(`api/v1/chains/1/${path}`, base), {});
    const body = parsed(await response.text());
    if (!response.ok) refusal ??= body?.error?.details?.reason ?? body?.error?.code;
    return { status: response.status, data: body?.data };
  });
  fillIn(examples);
  if (examples.block === undefined)
    return SAID_OF[refusal] ?? `Refused: ${refusal ?? 'nothing is held yet'}.`;
  sessionStorage.setItem(FOUND, JSON.stringify(examples));
  return 'The fields hold examples of this service.';
}

/** Fills required fields; nothing that was typed is touched. */
function fillIn(examples) {
  for (const form of document.querySelectorAll('form[data-path]'))
    for (const field of fieldsOf(form))
      fillField(field, exampleOf(form.dataset.operation, field.name, examples));
}

function fillField(field, example) {
  const isOurs = field.value === '' || field.value === field.dataset.example;
  if (!field.required || !isOurs || example === undefined || field.tagName === 'SELECT') return;
  field.value = example;
  field.dataset.example = example;
}

async function useKey() {
  const key = keyField.value.trim();
  says.textContent = 'Looking for examples …';
  sessionStorage.setItem(KEPT, key);
  sessionStorage.removeItem(FOUND);
  says.textContent = await lookUp().catch((error) => `No answer: ${error.message}`);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target === access) useKey();
  else call(event.target);
});
document.addEventListener('click', ({ target }) => {
  if (target.dataset?.act === 'curl') copyCurl(target.form);
});

const filter = document.querySelector('#filter');
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const list of document.querySelectorAll('nav ul')) {
    for (const item of list.children) {
      const link = item.firstElementChild;
      item.hidden = !`${link.textContent} ${link.title} ${link.hash}`.toLowerCase().includes(wanted);
    }
    list.previousElementSibling.hidden = [...list.children].every((item) => item.hidden);
  }
});

const narrow = matchMedia('(max-width: 50rem)');
const menu = document.querySelector('nav details');
menu.open = !narrow.matches;
menu.addEventListener('click', ({ target }) => {
  if (narrow.matches && target.closest('a')) menu.open = false;
});

keyField.value = sessionStorage.getItem(KEPT) ?? '';
const found = parsed(sessionStorage.getItem(FOUND));
if (found) {
  fillIn(found);
  says.textContent = 'The fields hold examples found before; “Use” looks for others.';
} else {
  // Where calls need no key, the service says so by answering.
  useKey();
}

// Shows answers. Whatever a service or a chain says becomes text, never markup.

/** Longer bodies are cut, as browsers take long to lay them out. */
const LONGEST = 200_000;

/**
 * Shows an answer in a place.
 * @param {Element} place
 * @param {{status: number, statusText: string, headers: Headers, text: string, milliseconds: number}} answer
 * @param {readonly {label: string, act: () => void}[]} next what can be done next
 */
export function showAnswer(place, { status, statusText, headers, text, milliseconds }, next) {
  const body = parsed(text);
  const parts = [
    element('p', { class: status < 400 ? 'good' : 'refused' }, [
      element('strong', {}, [`${status} ${statusText}`]),
      ` in ${Math.round(milliseconds)} ms`,
    ]),
    ...refusalParts(body),
    ...(status === 402 ? priceParts(headers) : []),
    element('p', { class: 'acts' }, next.map(button)),
    element('details', {}, [
      element('summary', {}, ['Headers']),
      element('pre', { tabindex: '0' }, [
        [...headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      ]),
    ]),
    ...(text === '' ? [] : [element('pre', { tabindex: '0' }, [shortened(body, text)])]),
  ];
  place.replaceChildren(...parts);
}

/** Says in a place that there was no answer at all. */
export function showFailure(place, error) {
  place.replaceChildren(element('p', { class: 'refused' }, [`No answer: ${error.message}`]));
}

/** @returns the body as JSON, or `undefined` */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalParts(body) {
  const refusal = body?.error;
  if (typeof refusal?.code !== 'string') return [];
  const reason = refusal.details?.reason;
  const words = reason === undefined ? refusal.code : `${refusal.code}, ${reason}`;
  return [element('p', {}, [element('code', {}, [words]), ` ${refusal.message}`])];
}

/** What a call is asked for, in the words of x402. */
function priceParts(headers) {
  const terms = headers.get('payment-required');
  if (terms === null) return [];
  return [
    element('p', {}, [
      'Nothing was charged. A client of x402 signs a payment of these terms, which come in the header PAYMENT-REQUIRED, and sends the call again with it; this page pays for nothing.',
    ]),
    element('pre', { tabindex: '0' }, [shortened(parsed(decoded(terms)), terms)]),
  ];
}

/** Base64 of UTF-8 as text; as it came where it is none. */
function decoded(text) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.codePointAt(0)));
  } catch {
    return text;
  }
}

function shortened(body, text) {
  const whole = body === undefined ? text : JSON.stringify(body, null, 2);
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}\n… cut: ${whole.length} characters` : whole;
}

function button({ label, act }) {
  const made = element('button', { type: 'button' }, [label]);
  made.addEventListener('click', act);
  return made;
}

function element(name, attributes, children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

// Makes src/evaluator/text/unicode-confusables.ts, the characters that are drawn like ASCII ones:
//   node scripts/build-confusables.mjs <tables.rs> <UnicodeData.txt>
// `tables.rs` is that of the Rust crate unicode-security, which has the table of UTS #39 as it is published.
// `UnicodeData.txt` gives the names: the table of UTS #39 lacks most letters in shapes, and those with a hook.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSignsForLater } from '../dist/src/evaluator/text/later-characters.js';

const [tables, names] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
/** What names of assets consist of. */
const NAME = /^[A-Za-z0-9.$|-]+$/;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}]/gu;
const FORMS = [
  /^LATIN (?<size>CAPITAL|SMALL) LETTER (?<letter>[A-Z])(?: WITH .+)?$/,
  /^LATIN LETTER SMALL CAPITAL (?<letter>[A-Z])(?: WITH .+)?$/,
  /^(?:NEGATIVE |CROSSED |RAISED )*(?:SQUARED|CIRCLED|PARENTHESIZED) LATIN (?<size>CAPITAL|SMALL) LETTER (?<letter>[A-Z])$/,
  /^REGIONAL INDICATOR SYMBOL LETTER (?<letter>[A-Z])$/,
  /^(?:DINGBAT |NEGATIVE |DOUBLE )*(?:CIRCLED|PARENTHESIZED) (?:SANS-SERIF )?DIGIT (?<digit>[A-Z]+)$/,
];
const DIGITS = new Map(
  ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'].map((name, digit) => [
    name,
    `${digit}`,
  ]),
);

const [version] = /(?<=UNICODE_VERSION: \(u64, u64, u64\) = \()[\d, ]+/.exec(tables);
// Names come last, because they keep the case of a letter.
const plainOf = new Map(
  [...listed(), ...named()].filter(([one, plain]) => isNeeded(one) && NAME.test(plain)),
);
const byPlain = Map.groupBy([...plainOf.keys()].sort(byCode), (one) => plainOf.get(one));
const lines = [...byPlain]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([plain, ones]) => chunksOf(ones, 16).map((some) => [plain, ...some.map(codeOf)].join(' ')));

writeFileSync(
  join(import.meta.dirname, '../src/evaluator/text/unicode-confusables.ts'),
  `/**
 * Characters that are drawn like ASCII ones. Each line has what they look like, and their code points. Made by
 * \`scripts/build-confusables.mjs\` from the table of UTS #39 in Unicode ${version.replaceAll(', ', '.')}, and from the names of characters.
 *
 * INVARIANT: part of the rules, as another table gives other claims. It has no character after Unicode 15.1.
 */
export const UNICODE_CONFUSABLES = \`
${lines.join('\n')}
\`;
`,
);

/** The table of UTS #39, without marks. It draws a hook as an apostrophe. */
function* listed() {
  const start = tables.indexOf('const CONFUSABLES: &');
  const rows = tables.slice(start, tables.indexOf('];', start));
  for (const [, one, like] of rows.matchAll(/\('(\\u\{[0-9a-f]+\})',\s*&\[([^\]]*)\]\)/g))
    yield [decoded(one), seen(decoded(like)).replaceAll("'", '')];
}

/** Letters and digits in shapes, small capitals, and letters with a stroke, a hook or a tail. */
function* named() {
  for (const line of names.split('\n')) {
    const [code, name = ''] = line.split(';');
    const { size, letter, digit } = FORMS.map((form) => form.exec(name)?.groups).find(Boolean) ?? {};
    const plain = letter ?? DIGITS.get(digit);
    if (plain !== undefined)
      yield [String.fromCodePoint(Number.parseInt(code, 16)), size === 'SMALL' ? plain.toLowerCase() : plain];
  }
}

/** Whether the rules know the character, and it is itself what is seen of it. "⒰" is "(u)" by Unicode. */
function isNeeded(one) {
  const known = one > '\x7f' && withSignsForLater(one) === one;
  return known && (seen(one) === one || /^\(\w\)$/.test(seen(one)));
}

function seen(text) {
  return text.normalize('NFKC').normalize('NFD').replace(UNSEEN, '');
}

function decoded(escaped) {
  return escaped.replace(/[^\\]*?\\u\{([0-9a-f]+)\}[^\\]*/g, (_, code) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function byCode(one, other) {
  return one.codePointAt(0) - other.codePointAt(0);
}

function codeOf(one) {
  return one.codePointAt(0).toString(16);
}

function chunksOf(items, size) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

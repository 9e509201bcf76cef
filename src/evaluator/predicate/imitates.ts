import { FAILS } from '../model/outcome.js';
import type { CurrentMembership } from '../model/state-view.js';
import { isAlike } from '../text/alike.js';
import { bytesOfText } from '../text/bytes-of-text.js';
import { plainText } from '../text/plain-text.js';
import { readings } from '../text/readings.js';
import { compileExpression } from './compile-expression.js';
import type { Compile } from './operator.js';

/** A longer text imitates nothing. */
const MAX_BYTES = 256;
/** Plain symbol and name of an entry, by its fields: a cache, because every token is compared with them. */
const plainNames = new WeakMap<object, readonly string[]>();

/**
 * A text looks like the symbol or the name of a binding's entry, decorated or not. The first such text
 * counts, and the oldest entry that it imitates.
 */
export const imitates: Compile<'imitates'> = ({ of, binding, decorated }, { scope }) => {
  const expected = { binding };
  const texts = of.map((expression) => compileExpression(expression, scope));
  const read = decorated ? readings : plainReading;
  return {
    expected,
    evaluate: (context) => {
      for (const text of texts) {
        const hex = text(context);
        if (typeof hex === 'symbol') return hex;
        const entry = imitated(hex, read, context.view.entries(binding));
        if (entry === undefined) continue;
        const { version, from, fields } = entry;
        return { expected, observed: hex, start: from, bindingVersion: version, fields };
      }
      return FAILS;
    },
  };
};

const plainReading = (bytes: Uint8Array): readonly string[] => {
  const plain = plainText(bytes);
  return plain ? [plain] : [];
};

function imitated(
  hex: string,
  read: (bytes: Uint8Array) => readonly string[],
  entries: Iterable<readonly [string, CurrentMembership]>,
): CurrentMembership | undefined {
  const bytes = bytesOfText(hex, MAX_BYTES);
  const texts = bytes ? read(bytes) : [];
  if (texts.length === 0) return undefined;
  let oldest: readonly [key: string, entry: CurrentMembership] | undefined;
  for (const [key, entry] of entries) {
    if (oldest && !isOlder(key, entry, oldest)) continue;
    const names = namesOf(entry);
    if (texts.some((text) => names.some((name) => isAlike(text, name)))) oldest = [key, entry];
  }
  return oldest?.[1];
}

function isOlder(
  key: string,
  { from }: CurrentMembership,
  [other, entry]: readonly [string, CurrentMembership],
) {
  return from < entry.from || (from === entry.from && key < other);
}

function namesOf({ fields }: CurrentMembership): readonly string[] {
  let names = plainNames.get(fields);
  if (names === undefined) {
    const { symbol = '', name = '' } = fields;
    names = [symbol, name].map((text) => plainText(Buffer.from(text)) ?? '').filter((text) => text !== '');
    plainNames.set(fields, names);
  }
  return names;
}

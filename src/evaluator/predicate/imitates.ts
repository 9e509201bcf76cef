import { FAILS, UNKNOWN } from '../model/outcome.js';
import type { CurrentMembership } from '../model/state-view.js';
import { shapesOf } from '../text/alike.js';
import { type Appearance, decoratedAppearance, isTakenFor, plainAppearance } from '../text/appearance.js';
import { bytesOfText } from '../text/bytes-of-text.js';
import { plainText } from '../text/plain-text.js';
import { compileExpression } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The most that a view call returns. What a longer text imitates is unknown. */
const MAX_BYTES = 4_096;
/** Shapes of the symbol and name of an entry, by its fields: a cache, because every token is compared with them. */
const shapesOfNames = new WeakMap<object, readonly (readonly string[])[]>();

/**
 * A text looks like the symbol or the name of a binding's entry, decorated or not. The first such text
 * counts, and the oldest entry that it imitates.
 */
export const imitates: Compile<'imitates'> = ({ of, binding, decorated }, { scope }) => {
  const expected = { binding };
  const texts = of.map((expression) => compileExpression(expression, scope));
  const appearanceOf = decorated ? decoratedAppearance : plainAppearance;
  return {
    expected,
    evaluate: (context) => {
      for (const text of texts) {
        const hex = text(context);
        if (typeof hex === 'symbol') return hex;
        if (hex.length > 2 + 2 * MAX_BYTES) return UNKNOWN;
        const bytes = bytesOfText(hex);
        const entry = bytes && imitated(appearanceOf(bytes), context.view.entries(binding));
        if (entry === undefined) continue;
        const { version, from, fields } = entry;
        return { expected, observed: hex, start: from, bindingVersion: version, fields };
      }
      return FAILS;
    },
  };
};

function imitated(
  appearance: Appearance,
  entries: Iterable<readonly [string, CurrentMembership]>,
): CurrentMembership | undefined {
  let oldest: readonly [key: string, entry: CurrentMembership] | undefined;
  for (const [key, entry] of entries) {
    if (oldest && !isOlder(key, entry, oldest)) continue;
    if (isTakenFor(appearance, namesOf(entry))) oldest = [key, entry];
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

function namesOf({ fields }: CurrentMembership): readonly (readonly string[])[] {
  let names = shapesOfNames.get(fields);
  if (names === undefined) {
    const { symbol = '', name = '' } = fields;
    names = [symbol, name].flatMap((text) => {
      const plain = plainText(Buffer.from(text));
      return plain ? [shapesOf(plain)] : [];
    });
    shapesOfNames.set(fields, names);
  }
  return names;
}

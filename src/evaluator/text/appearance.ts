import { isAlike, shapesOf } from './alike.js';
import { plainText } from './plain-text.js';
import { readings, wordsOf } from './readings.js';

type Shapes = readonly string[];

/** Neighbouring words of a text, from `start` to before `end`. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly shapes: Shapes;
}

/** What a text looks like, made once to be compared with many names. */
export interface Appearance {
  readonly texts: readonly Shapes[];
  readonly words: number;
  readonly groups: readonly Group[];
}

/** What a text looks like as it is. */
export function plainAppearance(bytes: Uint8Array): Appearance {
  const plain = plainText(bytes);
  return { texts: plain ? [shapesOf(plain)] : [], words: 0, groups: [] };
}

/** What a text looks like with and without decoration, and what its words look like. */
export function decoratedAppearance(bytes: Uint8Array): Appearance {
  const words = wordsOf(bytes);
  return { texts: readings(bytes).map(shapesOf), words: words.length, groups: [...groupsOf(words)] };
}

/**
 * Whether a text looks like one of the names of an asset, or like several of them in a row: `USD Coin (USDC)`.
 *
 * @param names the shapes of each
 */
export function isTakenFor({ texts, words, groups }: Appearance, names: readonly Shapes[]): boolean {
  if (texts.some((text) => names.some((name) => isAlike(text, name)))) return true;
  if (words < 2) return false;
  const reached = new Set([0]);
  for (const { start, end, shapes } of groups)
    if (reached.has(start) && names.some((name) => isAlike(shapes, name))) reached.add(end);
  return reached.has(words);
}

/** All but that of all words, ascending by start. */
function* groupsOf(words: readonly string[]): Generator<Group> {
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= words.length; end++)
      if (end - start < words.length)
        yield { start, end, shapes: shapesOf(words.slice(start, end).join('')) };
}

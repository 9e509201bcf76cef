import { FAILS, type Stated } from '../model/outcome.js';
import type { CompiledPredicate } from './operator.js';
import type { SourceReader } from './source-reader.js';

const DIGITS = 8;

/** A check of the selectors that the code of an address reaches. */
export function selectorPredicate(
  { fact }: SourceReader,
  expected: Stated,
  observed: Stated,
  agrees: (selectors: string) => boolean,
): CompiledPredicate {
  return {
    expected,
    observed,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (interval === undefined) return FAILS;
      const { start, evidence, value: code, tx } = interval;
      if (typeof code !== 'object' || !agrees(code.selectors ?? '0x')) return FAILS;
      return { expected, observed, start, since: start, evidence, value: code, tx };
    },
  };
}

/**
 * @param selectors `0x` and eight digits for each
 * @param wanted `0x` and eight digits
 */
export function reaches(selectors: string, wanted: string): boolean {
  const digits = wanted.slice(2);
  let at = selectors.indexOf(digits, 2);
  while (at !== -1 && (at - 2) % DIGITS !== 0) at = selectors.indexOf(digits, at + 1);
  return at !== -1;
}

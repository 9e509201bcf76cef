import type { Compile } from './operator.js';
import { reaches, selectorPredicate } from './reachable-selectors.js';
import { compileSourceReader } from './source-reader.js';

/** The code reaches none of the functions. */
export const selectorsNone: Compile<'selectors_none'> = (predicate, place) => {
  const { expected } = predicate;
  return selectorPredicate(compileSourceReader(predicate, place), expected, [], (selectors) =>
    expected.every((unwanted) => !reaches(selectors, unwanted)),
  );
};

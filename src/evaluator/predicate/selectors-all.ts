import type { Compile } from './operator.js';
import { reaches, selectorPredicate } from './reachable-selectors.js';
import { compileSourceReader } from './source-reader.js';

/** The code reaches every one of the functions. */
export const selectorsAll: Compile<'selectors_all'> = (predicate, place) => {
  const { expected } = predicate;
  return selectorPredicate(compileSourceReader(predicate, place), expected, expected, (selectors) =>
    expected.every((wanted) => reaches(selectors, wanted)),
  );
};

import { FAILS } from '../model/outcome.js';
import { addressOfWord } from './field-of.js';
import type { Compile } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** A slot holds an address. */
export const slotAddress: Compile<'slot_address'> = (predicate, place) => {
  const { fact } = compileSourceReader(predicate, place);
  return {
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      const address = addressOfWord(interval?.value);
      if (typeof address === 'symbol') return FAILS;
      const { start, evidence, value, tx } = interval!;
      return { expected: slotOf(evidence), observed: address, start, since: start, evidence, value, tx };
    },
  };
};

/** The reference of a slot ends with its 32 bytes. */
function slotOf([ref = '']: readonly string[]): string {
  return ref.slice(ref.lastIndexOf(':') + 1);
}

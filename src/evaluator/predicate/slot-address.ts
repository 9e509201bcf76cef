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
      if (interval === undefined) return FAILS;
      const { start, evidence, value, tx } = interval;
      const address = addressOfWord(value);
      if (typeof address === 'symbol') return FAILS;
      return { expected: slotOf(evidence), observed: address, start, since: start, evidence, value, tx };
    },
  };
};

/** The ref of a slot ends with the slot, 32 bytes. */
function slotOf([ref = '']: readonly string[]): string {
  return ref.slice(ref.lastIndexOf(':') + 1);
}

import type { LogShape } from '../../../definition/catalog/fact-source.js';
import type { Log } from '../../../kernel/chain/block.js';
import { batchLength } from '../../../kernel/token/token-event.js';
import { type Picker, pickerOf, textOf } from './pick.js';

const ADDRESS_DIGITS = 42;
const EMPTY_UPPER = `0x${'0'.repeat(24)}`;

/** Compiles a shape to the question whether a log, whose first topic is the shape's, has it. */
export function shapeMatcher({ topics, dataLength, decodes, where = {} }: LogShape): (log: Log) => boolean {
  const conditions = Object.entries(where).map(([pick, wanted]) => condition(pickerOf(pick), wanted));
  return (log) =>
    log.topics.length === topics &&
    (dataLength === undefined || log.data.length === dataLength) &&
    (decodes !== 'equal_arrays' || batchLength(log.data) !== undefined) &&
    (decodes !== 'text' || textOf(log.data) !== undefined) &&
    conditions.every((holds) => holds(log));
}

function condition(pick: Picker, wanted: string): (log: Log) => boolean {
  switch (wanted) {
    case 'zero':
      return (log) => isZero(pick(log)) === true;
    case 'nonzero':
      return (log) => isZero(pick(log)) === false;
    case 'address':
      return (log) => isAddress(pick(log));
    default:
      return (log) => pick(log) === wanted;
  }
}

/** A word with empty upper bytes; what is picked as an address is one. */
function isAddress(hex: string | undefined): boolean {
  return hex !== undefined && (hex.length === ADDRESS_DIGITS || hex.startsWith(EMPTY_UPPER));
}

/** Undefined for what is not there. */
function isZero(hex: string | undefined): boolean | undefined {
  return hex === undefined ? undefined : /^0x0*$/.test(hex);
}

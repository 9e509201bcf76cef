import type { LogShape } from '../../../definition/model/fact-source.js';
import type { Log } from '../../../domain/chain/record/block.js';
import { batchLength } from '../../../domain/token/token-event.js';
import { facetCutsOf } from './facet-cuts.js';
import { type FieldReader, fieldReaderOf, textOf } from './field-reader.js';

const ADDRESS_DIGITS = 42;
const EMPTY_UPPER = `0x${'0'.repeat(24)}`;

/** Compiles a shape to the question whether a log, whose first topic is the shape's, has it. */
export function shapeMatcher({ topics, dataLength, decodes, where = {} }: LogShape): (log: Log) => boolean {
  const conditions = Object.entries(where).map(([path, wanted]) => condition(fieldReaderOf(path), wanted));
  return (log) =>
    log.topics.length === topics &&
    (dataLength === undefined || log.data.length === dataLength) &&
    (decodes !== 'equal_arrays' || batchLength(log.data) !== undefined) &&
    (decodes !== 'facet_cuts' || facetCutsOf(log.data) !== undefined) &&
    (decodes !== 'text' || textOf(log.data) !== undefined) &&
    conditions.every((holds) => holds(log));
}

function condition(path: FieldReader, wanted: string): (log: Log) => boolean {
  switch (wanted) {
    case 'zero':
      return (log) => isZero(path(log)) === true;
    case 'nonzero':
      return (log) => isZero(path(log)) === false;
    case 'address':
      return (log) => isAddress(path(log));
    default:
      return (log) => path(log) === wanted;
  }
}

/** Whether a word has empty upper bytes. A field that is read as an address always counts. */
function isAddress(hex: string | undefined): boolean {
  return hex !== undefined && (hex.length === ADDRESS_DIGITS || hex.startsWith(EMPTY_UPPER));
}

/** Undefined where the field is absent. */
function isZero(hex: string | undefined): boolean | undefined {
  return hex === undefined ? undefined : /^0x0*$/.test(hex);
}

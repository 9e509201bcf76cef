import type { Catalog } from '../../src/definition/model/definition.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { FactRow } from '../../src/engine/model/fact-row.js';
import { type BlockHashes, FoldedFacts } from '../../src/engine/model/fold.js';

/** The subject of the rows. */
export const SUBJECT: Address = `0x${'aa'.repeat(20)}`;

/** Code values in the form that rows have. */
export const contract = (hash: string) => ({ hash, length: '1', fingerprint: '0x', selectors: '0x' });
export const DESTROYED = { destroyed: 'true' };
export const transient = (hash: string) => ({ destroyed: 'true', hash });
export const delegation = (delegate: string) => ({ delegate });

/** A row of source 0 at a place such as `110`, or `110.2` for the third transaction of block 110. */
export function rowAt(place: string, value: FactRow['value'], rest: Partial<FactRow> = {}): FactRow {
  const [block = '', txIndex = '0'] = place.split('.');
  const at = { blockNumber: Number(block), txIndex: Number(txIndex), ordinal: 0 };
  return { ...at, subject: SUBJECT, source: 0, key: '', isInitial: false, value, evidence: [], ...rest };
}

/** A row of initial state before a block. */
export function initialAt(block: number, value: FactRow['value'], rest: Partial<FactRow> = {}): FactRow {
  return rowAt(`${block}`, value, { isInitial: true, txIndex: -1, ...rest });
}

/** The hash of block 110 is `#110`. */
export const HASHES: BlockHashes = { blockHash: (number) => `#${number}` };

/** Rows folded within the range 100 to 200, in the order given. */
export function foldOf(catalog: Catalog, rows: readonly FactRow[], isBeginning = false): FoldedFacts {
  return new FoldedFacts(rows, SUBJECT, { catalog, range: { fromBlock: 100, toBlock: 200 }, isBeginning });
}

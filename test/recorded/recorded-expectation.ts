import type { ObservedBlock } from '../property/observed-block.js';
import type { CallTraceJson } from '../simulation/geth-traces.js';
import type { RecordedBlock } from './recorded-block.js';

/**
 * A recording in the form that the oracle reads. Ommers and state diffs were not recorded; a block without transactions has
 * neither traces nor changes.
 */
export function asObserved(recording: RecordedBlock, traces: 'geth' | 'erigon'): ObservedBlock {
  const { block, receipts = [] } = recording;
  const nested = recording.traces as { result: CallTraceJson }[] | undefined;
  const empty = (block.transactions as unknown[]).length === 0;
  return {
    block,
    receipts,
    ...((block.uncles as string[]).length === 0 && { ommers: [] }),
    ...(empty && { callTraces: [], touchedAddresses: [], accountDiffs: [] }),
    ...(traces === 'geth' && nested && { callTraces: nested.map(({ result }) => result) }),
    ...(traces === 'erigon' && recording.parityTraces && { flatTraces: recording.parityTraces }),
  } as unknown as ObservedBlock;
}

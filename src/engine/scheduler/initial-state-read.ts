import type { SourceId } from '../../definition/model/predicate.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { RequestedRead } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import type { SubjectState } from './subject-state.js';

/** A node that did not have a state may have that of a block so much later. */
export const BLOCKS_UNTIL_RETRY = 1_000;

/**
 * The read that gives the initial state of a source; undefined when it is known, cannot be read within the
 * range, or failed recently. While the code is unknown, the code is read first: most addresses have none, and
 * then no slots either.
 */
export function initialStateRead(
  { address, answers }: SubjectState,
  facts: FoldedFacts,
  source: SourceId,
  range: BlockRange,
  triggers: TriggerIndex,
): RequestedRead | undefined {
  const [code] = triggers.codeSources;
  const isCodeKnown = code === undefined || facts.changedFrom(code) <= range.fromBlock;
  const first = isCodeKnown ? source : code;
  const what = triggers.initialStateReadOf(first);
  const changedFrom = facts.changedFrom(first);
  if (what === undefined || changedFrom <= range.fromBlock) return undefined;
  // The newest block at whose end the initial state still holds: a node is most likely to have kept that.
  const block = Math.min(range.toBlock, changedFrom - 1);
  const wasRefused = answers.some(
    (answer) =>
      answer.what === what &&
      answer.outcome === 'unavailable' &&
      answer.block >= range.fromBlock &&
      answer.block <= block &&
      answer.block > block - BLOCKS_UNTIL_RETRY,
  );
  return wasRefused ? undefined : { subject: address, what, block, openedAt: range.fromBlock };
}

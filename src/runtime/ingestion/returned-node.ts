import { setTimeout } from 'node:timers/promises';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { isWhole } from '../../node/execution/capabilities.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';

const PAUSE_MS = 10_000;

/**
 * Says whether a node that could not be reached before gives call frames and state diffs now, where none of these nodes does: the answer is
 * no until one is found, which is looked for in the background until the signal.
 */
export function lookForBetter(source: ExecutionSource, signal: AbortSignal): () => boolean {
  let isFound = false;
  const look = async (): Promise<void> => {
    while (!isFound && !signal.aborted) {
      await setTimeout(PAUSE_MS, undefined, { signal, ref: false });
      const returned = await ExecutionSource.connect(source.unreached, CHAIN_ID).catch(() => undefined);
      isFound = returned !== undefined && givesAll(returned);
      await returned?.close();
    }
  };
  // Only the signal ends it otherwise.
  if (source.unreached.length > 0 && !givesAll(source)) look().catch(() => undefined);
  return () => isFound;
}

function givesAll({ capabilities: nodes }: ExecutionSource): boolean {
  return nodes.some(({ capabilities }) => isWhole(capabilities));
}

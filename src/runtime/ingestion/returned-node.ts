import { setTimeout } from 'node:timers/promises';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { isWhole } from '../../node/execution/capabilities.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';

const PAUSE_MS = 10_000;

/**
 * Whether a node that could not be reached before gives call frames and state diffs now, where none of these
 * nodes does. Looks for one in the background until the signal; until it finds one, the answer is no.
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
  // It rejects only when the signal aborts the pause.
  if (source.unreached.length > 0 && !givesAll(source)) look().catch(() => undefined);
  return () => isFound;
}

function givesAll({ capabilities: nodes }: ExecutionSource): boolean {
  return nodes.some(({ capabilities }) => isWhole(capabilities));
}

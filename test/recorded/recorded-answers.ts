import { join } from 'node:path';
import { linesOf } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

/** One recorded JSON-RPC call of a mainnet node. */
export interface RecordedCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: T;
  readonly blockNumber: number;
}

/** The answered calls in a recording, by the name of its file without ending. */
export function recordedCalls<T>(name: string): RecordedCall<T>[] {
  const calls = linesOf(join(REFERENCE_DIRECTORY!, 'rpc_erigon', `${name}.ndjson.gz`)) as RecordedCall<T>[];
  return calls.filter((call) => call.result !== null && call.result !== undefined);
}

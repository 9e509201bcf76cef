import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One recorded JSON-RPC call of a mainnet node. */
export interface RecordedCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: T;
  readonly blockNumber: number;
}

const DIRECTORY = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data', 'rpc_erigon');

/** Whether the recordings are there; tests that need them say so where they skip. */
export const hasRecordings: boolean = existsSync(DIRECTORY);

/** The recorded calls of one file, by its name without ending. */
export function recordedCalls<T>(name: string): RecordedCall<T>[] {
  const text = gunzipSync(readFileSync(join(DIRECTORY, `${name}.ndjson.gz`))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCall<T>)
    .filter((call) => call.result !== null && call.result !== undefined);
}

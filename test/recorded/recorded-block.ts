import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A block whose recorded frames come from executing it again, with an error that no node makes. */
const EXECUTED_AGAIN = 20_612_842;

/** A mainnet block as a node once returned it; unrecorded parts are absent. */
export interface RecordedBlock {
  /** `eth_getBlockByNumber(n, true)`; one recording has transaction hashes only. */
  readonly block: {
    readonly number: string;
    readonly hash: string;
    readonly transactions: readonly (string | { readonly hash: string })[];
    readonly [field: string]: unknown;
  };
  /** `eth_getBlockReceipts`. */
  readonly receipts?: readonly { readonly transactionHash: string; readonly [field: string]: unknown }[];
  /** `debug_traceBlockByNumber` with the `callTracer`. */
  readonly traces?: readonly unknown[];
  /** `trace_block`. */
  readonly parityTraces?: readonly unknown[];
}

export const unzipped = (file: string): string => gunzipSync(readFileSync(file)).toString();

/** One JSON document for each line, gzipped. */
export const linesOf = (file: string): unknown[] =>
  unzipped(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

const ascending = (blocks: RecordedBlock[]): RecordedBlock[] =>
  blocks.sort((one, other) => Number(one.block.number) - Number(other.block.number));

/** The 20 blocks of `blocks_full`, with receipts. */
export function wholeBlocks(data: string): RecordedBlock[] {
  const files = readdirSync(join(data, 'blocks_full')).filter((file) => file.endsWith('.json.gz'));
  const blocks = files.map((file) => JSON.parse(unzipped(join(data, 'blocks_full', file))) as RecordedBlock);
  for (const { block, traces } of blocks)
    if (Number(block.number) === EXECUTED_AGAIN)
      for (const trace of traces!) delegateFromCaller(trace as Trace);
  return ascending(blocks);
}

interface Trace {
  readonly result?: TracedCall;
}

interface TracedCall {
  readonly type: string;
  from: string;
  readonly to: string;
  readonly calls?: readonly TracedCall[];
}

/** This recording states the caller of a contract as the sender of the contract's DELEGATECALL. */
function delegateFromCaller(trace: Trace): void {
  const visit = ({ to, calls = [] }: TracedCall): void => {
    for (const call of calls) {
      if (call.type === 'DELEGATECALL') call.from = to;
      visit(call);
    }
  };
  visit((trace.result ?? trace) as TracedCall);
}

/** The 58 blocks of `blocks_only`, without receipts. */
export function bareBlocks(data: string): RecordedBlock[] {
  const files = readdirSync(join(data, 'blocks_only')).filter((file) => file.endsWith('.ndjson.gz'));
  return ascending(files.flatMap((file) => linesOf(join(data, 'blocks_only', file)) as RecordedBlock[]));
}

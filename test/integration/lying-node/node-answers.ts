import { frameReading } from '../../../src/node/execution/frame-reading.js';
import { stateReading } from '../../../src/node/execution/state-reading.js';
import type { SourcedBlock } from '../../../src/node/rpc/rpc-block.js';
import { callTraces, prestateDiffs } from '../../simulation/geth-traces.js';
import type { SimBlock } from '../../simulation/sim-block.js';

/** A nested call with mutable fields. */
export interface ReportedCall {
  type: string;
  from: string;
  to?: string;
  value?: string;
  gas: string;
  gasUsed: string;
  input: string;
  output?: string;
  error?: string;
  calls?: ReportedCall[];
  logs?: { address: string; topics: string[]; data: string; position: string }[];
}

export interface ReportedAccount {
  balance?: string;
  nonce?: number;
  code?: string;
  storage?: Record<string, string>;
}

export interface ReportedDiff {
  pre: Record<string, ReportedAccount>;
  post: Record<string, ReportedAccount>;
}

/** A node's answers about a block, as JSON-RPC returns them. */
export interface NodeAnswers {
  readonly block: SourcedBlock['block'];
  readonly receipts: SourcedBlock['receipts'];
  readonly ommers: NonNullable<SourcedBlock['ommers']>;
  readonly traces: { txHash: string; result: ReportedCall }[];
  readonly diffs: { txHash: string; result: ReportedDiff }[];
}

export function answersOf(block: SimBlock): NodeAnswers {
  const { json, receipts, ommers } = block;
  const answers = {
    ...{ block: json, receipts, ommers },
    ...{ traces: callTraces(block, true), diffs: prestateDiffs(block) },
  };
  return JSON.parse(JSON.stringify(answers)) as NodeAnswers;
}

/** Reads the answers as an execution source does. */
export function sourcedOf({ block, receipts, ommers, traces, diffs }: NodeAnswers): SourcedBlock {
  const hashes = block.transactions.map((transaction) => (transaction as { hash: string }).hash);
  const frames = frameReading('debug_callTracer')!;
  return {
    ...{ block, receipts, ommers },
    frames: frames.read(traces, hashes, block.hash),
    listsEveryCall: frames.listsEveryCall,
    stateChanges: stateReading('debug_prestateTracer')!.read(diffs, hashes),
  };
}

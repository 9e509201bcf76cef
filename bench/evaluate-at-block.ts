import type { Pool } from 'pg';
import { ClaimsAtBlockReader } from '../src/claims/claims-at-block.reader.js';
import { toHex } from '../src/domain/chain/codec/hex.js';
import { RANGE, SUBJECTS, subjectAt } from './evaluate-intervals.js';

const REQUESTS = 5_000;

export interface AtBlockFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Intervals an answer lists. */
  readonly intervals: number;
  /** How each table that grows with history is read. */
  readonly accesses: readonly string[];
  /** Whether each of them is read by index, looking for an address. */
  readonly isIndexWalk: boolean;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Asks the reader what held of one address after another, each at another block. @param pool of one connection */
export async function measureAtBlock(pool: Pool): Promise<AtBlockFigures> {
  const reader = new ClaimsAtBlockReader(pool);
  const ask = async (request: number): Promise<number> => {
    const block = RANGE.fromBlock + ((request * 7919) % (RANGE.toBlock - RANGE.fromBlock));
    const address = toHex(subjectAt((request * 104_729) % SUBJECTS));
    const found = (await reader.heldAt(request % 4 === 0 ? 'relation' : 'attribute', address, block, 0))!;
    if (!found.isKnown) throw new Error(`nothing of ${address} at ${block}`);
    return found.intervals.length;
  };
  for (let request = 0; request < REQUESTS / 10; request++) await ask(REQUESTS + request);
  const times: number[] = [];
  let intervals = 0;
  for (let request = 0; request < REQUESTS; request++) {
    const startedAt = performance.now();
    intervals += await ask(request);
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  return {
    p50Ms: times[REQUESTS >> 1]!,
    p99Ms: times[Math.floor(REQUESTS * 0.99)]!,
    intervals: intervals / REQUESTS,
    ...(await planOf(pool)),
  };
}

/** The plan of the statement that the connection has prepared. */
async function planOf(pool: Pool): Promise<Pick<AtBlockFigures, 'accesses' | 'isIndexWalk'>> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE "claims at block" ('\\x${subjectAt(1).toString('hex')}', ${RANGE.toBlock}, 0, 'attribute')`,
  );
  const nodes = rows[0]!['QUERY PLAN']
    .flatMap(({ Plan }) => nodesOf(Plan))
    .filter((node) => GROWING.has(node['Relation Name'] ?? ''));
  return {
    accesses: nodes.map(accessOf),
    isIndexWalk: nodes.length > 0 && nodes.every((node) => /subject|object/.test(node['Index Cond'] ?? '')),
  };
}

/** Tables of definitions and coverage have a few rows for ever. */
const GROWING = new Set(['proof_segment', 'undecided_interval', 'fact']);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const accessOf = (node: PlanNode): string =>
  `${node['Relation Name']}: ${node['Node Type']}, ${node['Index Name'] ?? 'no index'}, ${node['Index Cond'] ?? 'no condition'}`;

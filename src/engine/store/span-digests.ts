import { createHash, type Hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { cursorRows } from '../../platform/postgres/cursor-rows.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { missingReadIndexes } from '../../platform/postgres/read-indexes.js';
import { refuseChanged, type StoreState, stateAbove } from './store-state.js';

/** A digest of what a store holds for some consecutive blocks. */
export interface SpanDigest {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** How many of them are stored. */
  readonly blocks: number;
  /** How many times a claim begins or ends there. */
  readonly changes: number;
  /** sha256 hex over the stored blocks, what is covered, and the claims that begin or end there. */
  readonly digest: string;
  /** sha256 hex over the seal before it, both numbers and the digest, so over all spans up to this one. */
  readonly seal: string;
}

/** Numbers of blocks, both included. */
type Blocks = readonly [first: number, last: number];

const BLOCKS = `
SELECT concat_ws(' ', 'block', number, encode(hash, 'hex')) AS line FROM canonical_block WHERE number BETWEEN $1 AND $2 ORDER BY number`;

const COVERAGE = `
SELECT concat_ws(' ', 'covers', family, kind, ranges * int8multirange(int8range($2, $3, '[]'))) AS line
FROM claim_coverage WHERE definition_set = $1 AND ranges && int8range($2, $3, '[]') ORDER BY family COLLATE "C"`;

/** Claims store a block number in four bytes. */
const LAST_BLOCK = 2 ** 31 - 1;
/** Without one of them each span would read all claims. */
const INDEXES: readonly string[] = ['proof_segment_by_start', 'proof_segment_by_end'];

/**
 * The claims that begin in the blocks, in an order that depends on their content only. Reads a single table,
 * so that a cluster can read it where its rows are.
 */
export const claimsBegun = (state: StoreState, [first, last]: Blocks): string => `
SELECT definition, concat_ws(' ', ${NAME}, interval_start, reference_block, encode(proof_hash, 'hex'), to_json(value)) AS line
FROM proof_segment WHERE definition_set = ${state.set} AND start_block BETWEEN ${first} AND ${last} ORDER BY ${orderOf(state)}`;

/**
 * The claims that ended in the blocks: they held in the block before one of these, and not in that one. Only
 * that block shows the end.
 */
export const claimsEnded = (state: StoreState, [first, last]: Blocks): string => `
SELECT definition, concat_ws(' ', ${NAME}, end_block) AS line
FROM proof_segment WHERE definition_set = ${state.set} AND end_block BETWEEN ${first - 1} AND ${last - 1} ORDER BY ${orderOf(state)}`;

const NAME = `encode(subject, 'hex'), encode(object, 'hex'), start_block`;

/** Numbers of definitions differ between databases. */
const orderOf = ({ definitions }: StoreState): string =>
  `array_position('{${[...definitions.keys()].join(',')}}'::int2[], definition), subject, object, start_block`;

/**
 * A digest for each span of `blocks` blocks that has a stored one, ascending, up to the block that was newest
 * when the first span was read. Each is read in a snapshot of its own.
 *
 * INVARIANT: a span is given only while its snapshot also shows all spans that were given before it.
 *
 * @throws SpansChanged otherwise
 */
export async function* spanDigests(pool: Pool, blocks: number): AsyncGenerator<SpanDigest> {
  const missing = (await missingReadIndexes(pool)).filter((name) => INDEXES.includes(name));
  if (missing.length > 0)
    throw new Error(`a fill has dropped ${missing.join(' and ')}, and builds them again at its end`);
  let given: Given | undefined;
  for (;;) {
    given = await inWholeSnapshot(pool, (tx) => spanAfter(tx, given, blocks));
    if (!given) return;
    yield given.span;
  }
}

interface Given {
  readonly span: SpanDigest;
  readonly state: StoreState;
  /** The newest block when the first span was read. */
  readonly head: number;
}

async function spanAfter(tx: PoolClient, given: Given | undefined, size: number): Promise<Given | undefined> {
  const after = given?.span.toBlock ?? -1;
  const state = await stateAbove(tx, after);
  if (!state) return undefined;
  const head = given?.head ?? state.head;
  if (state.next > head) return undefined;
  if (given) await refuseChanged(tx, given.state, state, after);
  const fromBlock = state.next - (state.next % size);
  const toBlock = fromBlock + size - 1;
  // Claims should belong to stored blocks only. Were there others, the next span would count those in
  // between, and the last span all above.
  const last = state.head > toBlock ? toBlock : LAST_BLOCK;
  const { hash, counts } = await hashOf(tx, state, [after + 1, last]);
  const digest = hash.digest();
  const seal = createHash('sha256').update(given?.span.seal ?? state.digest, 'hex');
  for (const number of [fromBlock, toBlock]) seal.update(eightBytes(number));
  seal.update(digest);
  const span = {
    ...{ fromBlock, toBlock, ...counts },
    ...{ digest: digest.toString('hex'), seal: seal.digest('hex') },
  };
  return { span, state, head };
}

async function hashOf(
  tx: PoolClient,
  state: StoreState,
  blocks: Blocks,
): Promise<{ readonly hash: Hash; readonly counts: Pick<SpanDigest, 'blocks' | 'changes'> }> {
  const hash = createHash('sha256');
  const add = (line: string): unknown => hash.update(`${line}\n`);
  const linesOf = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await tx.query<{ line: string }>(text, [...values]);
    for (const { line } of rows) add(line);
    return rows.length;
  };
  const stored = await linesOf(BLOCKS, blocks);
  await linesOf(COVERAGE, [state.set, ...blocks]);
  let changes = 0;
  for (const [what, query] of Object.entries({ begins: claimsBegun, ends: claimsEnded }))
    for await (const { definition, line } of cursorRows<ClaimLine>(tx, query(state, blocks))) {
      add(`${what} ${state.definitions.get(definition)} ${line}`);
      changes++;
    }
  return { hash, counts: { blocks: stored, changes } };
}

interface ClaimLine {
  readonly definition: number;
  readonly line: string;
}

function eightBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { type SpanDigest, spanDigests } from '../../src/engine/store/span-digests.js';
import { SpansChanged } from '../../src/engine/store/store-state.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { allSpans } from '../fixture/all-spans.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { startSimulatedNode } from '../simulation/simulated-node.js';

const SPAN = 8;
const BLOCKS = 60;
const REPLACED = 20;

describe('digests of spans of a reorganised chain', () => {
  /** The chain, and the branch that replaces its end. */
  let blocks: readonly VerifiedBlock[];
  let branch: readonly VerifiedBlock[];
  let database: OpenedDatabase;
  let writer: ChainWriter;

  beforeAll(async () => {
    const node = await startSimulatedNode({ seed: 27_182, era: 'modern' });
    const { chain } = node;
    await chain.extend(BLOCKS);
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const fetched = (from: number): Promise<VerifiedBlock[]> => {
      const source = new VerifiedSource(execution, forkSchedule());
      const numbers = Array.from({ length: BLOCKS - from }, (_, at) => chain.firstBlock + from + at);
      return Promise.all(numbers.map((number) => source.block(number, true)));
    };
    blocks = await fetched(0);
    await chain.reorg(REPLACED, REPLACED);
    branch = await fetched(BLOCKS - REPLACED);
    await execution.close();
    await node.stop();
  });
  beforeEach(async () => {
    database = await openNewDatabase();
    writer = await ChainWriter.open(database.pool, { projectors: allProjectors() });
    await writer.append(blocks);
  });
  afterEach(async () => {
    writer.close();
    await database.drop();
  });

  const spans = (): Promise<SpanDigest[]> => allSpans(database.pool, SPAN);
  const first = (at: number): number => blocks[at]!.header.number;
  const replaced = (): number => first(BLOCKS - REPLACED);
  const isBelow = (block: number, { toBlock }: SpanDigest): boolean => toBlock < block;

  it('are those of the branch from its first block on, and as before once it is unwound', async () => {
    const before = await spans();
    await writer.replace(branch);
    const after = await spans();
    const kept = before.filter((span) => isBelow(replaced(), span));
    expect(kept.length).toBeGreaterThan(2);
    expect(after.slice(0, kept.length)).toEqual(kept);
    for (const [at, { digest, seal }] of after.slice(kept.length).entries())
      expect([digest, seal]).not.toEqual([before[kept.length + at]!.digest, before[kept.length + at]!.seal]);
    await writer.replace(blocks.slice(BLOCKS - REPLACED));
    expect(await spans()).toEqual(before);
  });

  it('are refused if the branch begins below the last printed line', async () => {
    const run = spanDigests(database.pool, SPAN);
    while (isBelow(replaced(), (await run.next()).value as SpanDigest));
    await writer.replace(branch);
    await expect(allSpans(database.pool, SPAN, run)).rejects.toThrow(
      new SpansChanged(`blocks or claims from block ${replaced()} on changed after their line: start again`),
    );
  });

  it('continue otherwise, though claims of printed lines hold again', async () => {
    const run = spanDigests(database.pool, SPAN);
    const printed: SpanDigest[] = [];
    while (printed.length === 0 || isBelow(replaced() - SPAN, printed.at(-1)!))
      printed.push((await run.next()).value as SpanDigest);
    expect(isBelow(replaced(), printed.at(-1)!)).toBe(true);
    const { rows } = await database.pool.query<{ last: number }>(
      'SELECT max(position)::int4 AS last FROM fact_event',
    );
    await writer.replace(branch);
    const again = await database.pool.query(
      "SELECT FROM fact_event_row WHERE position > $1 AND kind <> 'lapsed' AND block_number <= $2",
      [rows[0]!.last, printed.at(-1)!.toBlock],
    );
    expect(again.rowCount).toBeGreaterThan(0);
    expect([...printed, ...(await allSpans(database.pool, SPAN, run))]).toEqual(await spans());
  });

  it('are refused if a claim of a printed line changes without a change of the chain', async () => {
    const run = spanDigests(database.pool, SPAN);
    while (isBelow(replaced(), (await run.next()).value as SpanDigest));
    await database.pool.query(
      `UPDATE proof_segment SET position = (SELECT position + 1 FROM last_fact_event())
       WHERE ctid = (SELECT ctid FROM proof_segment WHERE start_block < $1 LIMIT 1)`,
      [replaced()],
    );
    await expect(allSpans(database.pool, SPAN, run)).rejects.toThrow(SpansChanged);
  });
});

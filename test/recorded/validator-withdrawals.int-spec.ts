import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ask } from '../e2e/fixture/ask.js';
import { startService, type TestService } from '../e2e/fixture/service.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { type RecordedBlock, wholeBlocks } from './recorded-block.js';
import { startRecordedNode } from './recorded-node.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** A withdrawal in a block's JSON. */
interface WithdrawalJson {
  readonly index: string;
  readonly validatorIndex: string;
  readonly address: string;
  readonly amount: string;
}

const withdrawalsOf = ({ block }: RecordedBlock): readonly WithdrawalJson[] =>
  (block.withdrawals as readonly WithdrawalJson[] | undefined) ?? [];

recorded('withdrawals in recorded mainnet blocks (skipped where SHARED_DIR holds none)', () => {
  const blocks =
    REFERENCE_DIRECTORY === undefined
      ? []
      : wholeBlocks(REFERENCE_DIRECTORY).filter(
          // One recording lacks the signatures of its transactions.
          (recording) => withdrawalsOf(recording).length > 0 && Number(recording.block.number) !== 21_925_176,
        );
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    const node = await startRecordedNode(blocks);
    const source = await ExecutionSource.connect([node.url], 1);
    const writer = await ChainWriter.open(pool, { projectors: allProjectors() });
    const verified = new VerifiedSource(source, forkSchedule());
    const { signal } = new AbortController();
    for (const { block } of blocks) {
      const number = Number(block.number);
      await ingestRange(verified, writer, {
        fromBlock: number,
        toBlock: number,
        settledUpTo: number,
        signal,
      });
    }
    writer.close();
    await source.close();
    await node.stop();
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** Asks a service with this first block. */
  async function asked<T>(firstBlock: number, work: (service: TestService) => Promise<T>): Promise<T> {
    const service = await startService({ pool, firstBlock });
    return work(service).finally(() => service.close());
  }
  const path = (index: number): string => `/api/v1/chains/1/consensus/validators/${index}/withdrawals`;

  it('R-307: are served for each validator as its block has them', async () => {
    expect(blocks.length).toBeGreaterThan(5);
    await asked(0, async ({ baseUrl }) => {
      for (const recording of blocks) {
        const [first] = withdrawalsOf(recording);
        const { json } = await ask(baseUrl, path(Number(first!.validatorIndex)));
        expect(json.data.withdrawals).toContainEqual({
          withdrawalIndex: Number(first!.index),
          blockNumber: Number(recording.block.number),
          timestamp: Number(recording.block.timestamp),
          address: first!.address,
          amountGwei: String(BigInt(first!.amount)),
        });
        // Between the recorded blocks, millions are missing.
        expect(json.data).not.toHaveProperty('withdrawalCount');
      }
    });
  });

  it('are found as evidence by their place in the block, and none after the last', async () => {
    const { block } = blocks.at(-1)!;
    const last = withdrawalsOf(blocks.at(-1)!).length - 1;
    await asked(0, async ({ baseUrl }) => {
      const statusOf = async (place: number) =>
        (await ask(baseUrl, `/api/v1/chains/1/evidence/withdrawal:1:${block.hash}:${place}`)).status;
      expect(last).toBeGreaterThan(0);
      expect([await statusOf(0), await statusOf(last), await statusOf(last + 1)]).toEqual([200, 200, 404]);
    });
  });

  it('R-315: are refused for an unknown validator, which may have some in missing blocks', async () => {
    const { status, json } = await asked(0, ({ baseUrl }) => ask(baseUrl, path(1)));
    expect(status).toBe(422);
    expect(json.error.details.reason).toBe('coverage_gap');
  });

  it('R-A188, R-A189, R-307: are counted if no block is missing, and not found for an unknown validator', async () => {
    const newest = blocks.at(-1)!;
    const [first] = withdrawalsOf(newest);
    await asked(Number(newest.block.number), async ({ baseUrl }) => {
      const { json } = await ask(baseUrl, path(Number(first!.validatorIndex)));
      expect(json.data.withdrawalCount).toBe(json.data.withdrawals.length);
      expect((await ask(baseUrl, path(Number.MAX_SAFE_INTEGER))).status).toBe(404);
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { VerifiedBlock, Withdrawal } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { withdrawalProjector } from '../../src/records/withdrawal/withdrawal.projector.js';
import { aSample, projectSamples } from '../builder/queue-sampled.js';
import { addressOf, hex } from './fixture/bytes.js';
import { FIRST_BLOCK, HEAD, ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

/** A validator with withdrawals in four blocks of the newest island, more than a page holds. */
const BUSY = 482_113;
const QUIET = 482_114;
/** A validator of the registry without a withdrawal. */
const NEW = 1_100;
const NOBODY = Number.MAX_SAFE_INTEGER;
const OWNER = addressOf('owner of validators');

const WITHDRAWN: readonly (Withdrawal & { readonly block: number })[] = Array.from(
  { length: 120 },
  (_, index) => ({
    index: 98_000_000 + index,
    validatorIndex: index === 50 ? QUIET : BUSY,
    address: OWNER,
    amountGwei: BigInt(17_000_000 + index),
    block: ISLAND + Math.floor(index / 30),
  }),
);

async function withdraw(pool: Pool): Promise<void> {
  await storeChain(pool);
  const blocks = [...new Set(WITHDRAWN.map(({ block }) => block))].map((number) => ({
    header: { number },
    withdrawals: WITHDRAWN.filter(({ block }) => block === number),
  })) as unknown as VerifiedBlock[];
  await inTransaction(pool, async (tx) => {
    await applyEvents(
      withdrawalProjector(),
      tx,
      blocks.map((block, index) => ({ kind: 'BlockAppended', position: index + 1, block })),
    );
    await projectSamples(tx, { 300000: aSample({ validatorCount: 1_200 }) });
  });
}

describe('the withdrawals of a validator, on a chain without gaps', () => {
  const service = useService({ firstBlock: ISLAND, fill: withdraw });
  const ask = (index: number | string, query = '') =>
    service.get(`consensus/validators/${index}/withdrawals${query}`);

  it('R-307, R-A188, R-A189: come newest first, with their number and sum', async () => {
    const { data, meta } = (await ask(BUSY, '?limit=100')).json;
    const own = WITHDRAWN.filter(({ validatorIndex }) => validatorIndex === BUSY).reverse();
    expect(meta.asOfBlock).toBe(HEAD);
    expect(data).toMatchObject({
      chainId: 1,
      validatorIndex: BUSY,
      withdrawalCount: 119,
      totalWithdrawnGwei: own.reduce((sum, { amountGwei }) => sum + amountGwei, 0n).toString(),
    });
    expect(data.withdrawals).toEqual(
      own.slice(0, 100).map(({ index, block, address, amountGwei }) => ({
        withdrawalIndex: index,
        blockNumber: block,
        timestamp: 1_438_918_233 + Math.floor(block / 100),
        address: hex(address),
        amountGwei: amountGwei.toString(),
      })),
    );
  });

  it('R-060, R-061, R-065, R-A190: come in pages without losing or repeating a row', async () => {
    const walked: number[] = [];
    let cursor: string | undefined;
    do {
      const { data } = (await ask(BUSY, `?limit=17${cursor ? `&cursor=${cursor}` : ''}`)).json;
      walked.push(
        ...data.withdrawals.map(({ withdrawalIndex }: { withdrawalIndex: number }) => withdrawalIndex),
      );
      expect(data.withdrawalCount).toBe(119);
      cursor = data.nextCursor;
    } while (cursor !== undefined);
    expect(walked).toHaveLength(119);
    expect(walked).toEqual([...new Set(walked)].sort((a, b) => b - a));
    // Exactly one full page, which is the last.
    expect((await ask(QUIET, '?limit=1')).json.data).not.toHaveProperty('nextCursor');
  });

  it('R-062, R-063: accept no cursor of another validator', async () => {
    const { nextCursor } = (await ask(BUSY)).json.data;
    expect((await ask(QUIET, `?cursor=${nextCursor}`)).json.error.details.reason).toBe('cursor_invalid');
  });

  it('R-307: are empty for a known validator without withdrawals', async () => {
    const { status, json } = await ask(NEW);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      chainId: 1,
      validatorIndex: NEW,
      withdrawals: [],
      withdrawalCount: 0,
      totalWithdrawnGwei: '0',
    });
  });

  it('R-307, R-315: are not found for an unknown validator', async () => {
    for (const index of [1_200, NOBODY]) {
      const { status, json } = await ask(index);
      expect(status).toBe(404);
      expect(json.error.code).toBe('not_found');
    }
  });

  it('R-307: are refused for an invalid index', async () => {
    for (const index of ['01', '-1', '1.0', '0x1', '9007199254740992']) {
      const { status, json } = await ask(index);
      expect(status).toBe(400);
      expect(json.error.details).toMatchObject({ reason: 'validator_index_invalid', parameter: 'index' });
    }
  });

  it('R-064, R-034: are refused after a cursor whose blocks are not stored, since rows would be missing', async () => {
    const { nextCursor } = (await ask(BUSY, '?limit=10')).json.data;
    await inTransaction(service.pool, async (tx) => {
      await withdrawalProjector().unwind(tx, ISLAND + 1, ISLAND + 3);
      await tx.query('DELETE FROM block WHERE number > $1', [ISLAND]);
    });
    const { status, json } = await ask(BUSY, `?limit=10&cursor=${nextCursor}`);
    expect(status).toBe(503);
    expect(json.error.code).toBe('service_unavailable');
  });

  it('are removed with their blocks', async () => {
    expect((await ask(BUSY)).json.data.withdrawalCount).toBe(30);
    expect((await ask(QUIET)).status).toBe(404);
  });
});

describe('the withdrawals of a validator, while blocks are missing', () => {
  const service = useService({ firstBlock: FIRST_BLOCK, fill: withdraw });
  const ask = (index: number) => service.get(`consensus/validators/${index}/withdrawals`);

  it('R-A188, R-A189: are not counted', async () => {
    for (const index of [BUSY, NEW]) {
      const { status, json } = await ask(index);
      expect(status).toBe(200);
      expect(Object.keys(json.data)).not.toContain('withdrawalCount');
      expect(Object.keys(json.data)).not.toContain('totalWithdrawnGwei');
    }
  });

  it('R-315: are refused for an unknown validator, which may have some in missing blocks', async () => {
    const { status, json } = await ask(NOBODY);
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: 'block_not_available',
      details: { reason: 'coverage_gap', coverageGapFromBlock: FIRST_BLOCK + 2, maxAvailableBlock: HEAD },
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { VerifiedBlock, Withdrawal } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { withdrawalProjector } from '../../src/records/withdrawal/withdrawal.projector.js';
import { addressOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const OWNER = addressOf('owner of validators');
/** As many withdrawals, with the same sum, as blocks of the fixture state. */
const WITHDRAWN: readonly Withdrawal[] = Array.from({ length: 16 }, (_, at) => ({
  index: 98_000_000 + at,
  validatorIndex: 482_113 - at,
  address: OWNER,
  amountGwei: 306_281_904n / 16n,
}));

async function withdraw(pool: Pool): Promise<void> {
  await storeChain(pool);
  // Two blocks, so that a mix-up of blocks is noticed.
  const blocks = [ISLAND, ISLAND + 1].map((number, at) => ({
    header: { number },
    withdrawals: WITHDRAWN.map((one) => ({ ...one, index: one.index + 16 * at })),
  })) as unknown as VerifiedBlock[];
  await inTransaction(pool, (tx) =>
    applyEvents(
      withdrawalProjector(),
      tx,
      blocks.map((block, index) => ({ kind: 'BlockAppended', position: index + 1, block })),
    ),
  );
}

describe('the withdrawals of a block', () => {
  const service = useService({ fill: withdraw });
  const ask = (number: number | string) => service.get(`blocks/${number}/withdrawals`);

  it('come in the order of the block, as of that block', async () => {
    const { data, meta } = (await ask(ISLAND)).json;
    expect(meta.asOfBlock).toBe(ISLAND);
    expect(data).toEqual({
      ...{ chainId: 1, blockNumber: ISLAND, withdrawalCount: 16, totalWithdrawalGwei: '306281904' },
      withdrawals: WITHDRAWN.map(({ index, validatorIndex, address, amountGwei }) => ({
        ...{ withdrawalIndex: index, validatorIndex },
        ...{ address: hex(address), amountGwei: amountGwei.toString() },
      })),
    });
  });

  it('have the count and sum that the block states', async () => {
    const { withdrawalCount, totalWithdrawalGwei } = (await service.get(`blocks/${ISLAND + 1}`)).json.data;
    const { data } = (await ask(ISLAND + 1)).json;
    expect(data).toMatchObject({ withdrawalCount, totalWithdrawalGwei });
    expect(data.withdrawals[0].withdrawalIndex).toBe(98_000_016);
    expect(data.withdrawals).toHaveLength(withdrawalCount);
  });

  it('R-093: are an empty list before Shanghai, not an absent one', async () => {
    const { status, json } = await ask(12_965_000);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      ...{ chainId: 1, blockNumber: 12_965_000, withdrawalCount: 0, totalWithdrawalGwei: '0' },
      withdrawals: [],
    });
  });

  it('R-077, R-078: are refused, and never empty, if the block is not stored', async () => {
    expect((await ask(HEAD + 1)).json.error).toMatchObject({
      code: 'block_not_available',
      details: { reason: 'beyond_coverage', requestedBlock: HEAD + 1, maxAvailableBlock: HEAD },
    });
    expect((await ask(1_000_000)).json.error).toMatchObject({
      code: 'block_not_available',
      details: { reason: 'coverage_gap', coverageGapFromBlock: 46_149, coverageGapToBlock: 12_964_998 },
    });
  });

  it('R-052: are refused for a number that is no block of the chain', async () => {
    for (const number of [46_146, 'latest', '0x1'])
      expect((await ask(number)).json.error.details).toMatchObject({
        ...{ reason: 'block_invalid', parameter: 'number' },
      });
  });

  it('are removed with their block', async () => {
    await inTransaction(service.pool, async (tx) => {
      await withdrawalProjector().unwind(tx, ISLAND + 1, ISLAND + 1);
    });
    expect((await ask(ISLAND + 1)).json.data.withdrawals).toEqual([]);
    expect((await ask(ISLAND)).json.data.withdrawals).toHaveLength(16);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { blockProjector } from '../../src/records/block/block.projector.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { registriesOf } from '../builder/registries-of.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { ask } from './fixture/ask.js';
import { addressOf, hex } from './fixture/bytes.js';
import { startService } from './fixture/service.js';
import { useService } from './fixture/use-service.js';

/** Within a bucket; at a block an hour, the 90 days lie in two buckets. */
const FIRST = 20_000_700;
const BLOCKS = 100 * 24;
const HEAD = FIRST + BLOCKS - 1;
const BUILDERS = ['builder one', 'builder two', 'builder three', 'builder four'].map(addressOf);
/** Two days without ingested blocks. */
const GAP = { from: HEAD - 20 * 24 + 1, to: HEAD - 18 * 24 };

interface Reported {
  readonly number: number;
  readonly recipient: Buffer;
  readonly tips: bigint;
}

/** Every seventh block goes to the third builder and a single one to the fourth; the others alternate. */
function recipientOf(number: number): Buffer {
  if (number === HEAD - 30) return BUILDERS[3]!;
  if (number % 7 === 0) return BUILDERS[2]!;
  return BUILDERS[number % 2]!;
}

const CHAIN: readonly Reported[] = Array.from({ length: BLOCKS }, (_, at) => FIRST + at)
  .filter((number) => number < GAP.from || number > GAP.to)
  .map((number) => ({ number, recipient: recipientOf(number), tips: BigInt((number % 5) * 21_000) }));

/** A block with a base fee of 7 wei, and a gas price above it that yields the tips. */
function blockOf({ number, recipient, tips }: Reported): VerifiedBlock {
  const transaction = { from: addressOf('payer'), to: addressOf('payee') };
  const block = verifiedBlock(number, '', Buffer.alloc(32), [transaction]);
  const header = {
    ...block.header,
    beneficiary: recipient,
    gasUsed: 21_000,
    timestamp: 1_700_000_000 + (number - FIRST) * 3_600,
  };
  const receipts = block.receipts.map((receipt) => ({ ...receipt, effectiveGasPrice: 7n + tips / 21_000n }));
  return { ...block, header, receipts };
}

const blocks = blockProjector(forkSchedule());
const handle = (pool: Pool, reported: readonly Reported[]) =>
  inTransaction(pool, (tx) =>
    applyEvents(
      blocks,
      tx,
      reported.map((one, index) => ({ kind: 'BlockAppended', position: index + 1, block: blockOf(one) })),
    ),
  );

/** The ranking by a plain count over the blocks of the window. */
function ranking(days: number) {
  const counted = CHAIN.filter(({ number }) => number > HEAD - days * 24);
  const rows = BUILDERS.map((builder) => {
    const own = counted.filter(({ recipient }) => recipient.equals(builder));
    const numbers = own.map(({ number }) => number);
    return {
      feeRecipient: hex(builder),
      blockCount: own.length,
      share: own.length / counted.length,
      firstBlock: Math.min(...numbers),
      lastBlock: Math.max(...numbers),
      totalTipsWei: own.reduce((sum, { tips }) => sum + tips, 0n).toString(),
    };
  }).filter(({ blockCount }) => blockCount > 0);
  rows.sort((a, b) => b.blockCount - a.blockCount || b.lastBlock - a.lastBlock);
  return { counted, rows };
}

describe('block proposers', () => {
  const service = useService({
    async fill(pool) {
      // The upper part first: lower ranges may be filled later.
      const middle = Math.floor(CHAIN.length / 3);
      await handle(pool, CHAIN.slice(middle));
      await handle(pool, CHAIN.slice(0, middle));
    },
  });
  const proposers = async (query = '') => (await service.get(`consensus/proposers${query}`)).json;

  it.each([1, 7, 30, 90])(
    'R-306, R-A185: are ranked by blocks, then by the most recent one, over %i days',
    async (days) => {
      const { data, meta } = await proposers(`?window=${days}`);
      const { counted, rows } = ranking(days);
      expect(meta.asOfBlock).toBe(HEAD);
      expect(data).toEqual({
        chainId: 1,
        windowDays: days,
        fromBlock: counted[0]!.number,
        toBlock: HEAD,
        blockCount: counted.length,
        proposerCount: rows.length,
        proposers: rows,
      });
    },
  );

  it('R-306: cover 7 days by default, and 1 to 90 on request', async () => {
    expect((await proposers()).data.windowDays).toBe(7);
    for (const window of ['0', '91', '', '07', '1.5']) {
      const { status, json } = await service.get(`consensus/proposers?window=${window}`);
      expect(status).toBe(400);
      expect(json.error.details).toMatchObject({
        reason: 'window_out_of_range',
        maxValue: 90,
        parameter: 'window',
      });
    }
  });

  it('R-306, R-317: state their total number whatever the limit', async () => {
    const whole = (await proposers('?window=90')).data;
    for (const limit of [1, 2, 4]) {
      const { data } = await proposers(`?window=90&limit=${limit}`);
      expect(data).toEqual({ ...whole, proposers: whole.proposers.slice(0, limit) });
    }
  });

  it('R-A186, R-A187: are shown with their name and its standing, or without if none is known', async () => {
    const [one, two, three] = BUILDERS.map(hex) as [string, string, string];
    const named = await startService({
      pool: service.pool,
      firstBlock: FIRST,
      names: registriesOf({ official: { [one]: 'Builder One' }, flagged: { [two]: 'drainer' } }),
    });
    const { json } = await ask(named.baseUrl, '/api/v1/chains/1/consensus/proposers').finally(() =>
      named.close(),
    );
    const shown = json.data.proposers.map((row: Record<string, string>) => [
      row.feeRecipient,
      row.name,
      row.nameStanding,
    ]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [one, 'Builder One', 'verified'],
        [two, undefined, 'danger'],
        [three, undefined, undefined],
      ]),
    );
  });

  it('do not count orphaned blocks, also the first and last of a proposer', async () => {
    const undone = CHAIN.filter(({ number }) => number > HEAD - 40);
    await inTransaction(service.pool, (tx) => blocks.unwind(tx, HEAD - 39, HEAD));
    const shorter = (await proposers('?window=90')).data;
    expect(shorter.toBlock).toBe(HEAD - 40);
    expect(shorter.proposers.map(({ feeRecipient }: { feeRecipient: string }) => feeRecipient)).not.toContain(
      hex(BUILDERS[3]!),
    );
    await handle(service.pool, undone);
    expect((await proposers('?window=90')).data.proposers).toEqual(ranking(90).rows);
  });
});

describe('block proposers of a chain without blocks', () => {
  const service = useService({ fill: async () => undefined });

  it('R-034: are not available', async () => {
    expect((await service.get('consensus/proposers')).status).toBe(503);
  });
});

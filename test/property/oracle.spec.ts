import { describe, expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { SimChain } from '../simulation/sim-chain.js';
import { diffTables, type StoredRow } from './diff-tables.js';
import { observe } from './observed-block.js';
import { expectedTables } from './oracle.js';
import type { Row } from './row.js';

const GETH = { traces: 'geth', stateDiff: true, ommers: true } as const;
const ERIGON = { ...GETH, traces: 'erigon' } as const;

async function chainOf(
  seed: number,
  era: 'homestead' | 'london' | 'modern',
  blocks: number,
): Promise<SimChain> {
  const chain = new SimChain({ seed, era });
  await chain.extend(blocks);
  return chain;
}

describe('the oracle', () => {
  it('sees the same internal transfers through both families of tracers', async () => {
    const chain = await chainOf(21, 'london', 40);
    const geth = expectedTables(observe(chain, GETH)).internal_transfer;
    expect(geth.length).toBeGreaterThan(20);
    expect(expectedTables(observe(chain, ERIGON)).internal_transfer).toEqual(geth);
  });

  it('knows success before Byzantium only from traces', async () => {
    const chain = await chainOf(22, 'homestead', 30);
    const [seen] = [expectedTables(observe(chain, GETH))];
    const blind = expectedTables(observe(chain, { traces: 'none', stateDiff: false, ommers: false }));
    expect(new Set(seen.transaction.map((row) => row.status))).toEqual(new Set([0, 1]));
    expect(new Set(blind.transaction.map((row) => row.status))).toEqual(new Set([null]));
    const busy = blind.block.filter((row) => row.tx_count !== 0);
    expect(new Set(busy.map((row) => row.successful_tx_count))).toEqual(new Set([null]));
    expect(new Set(busy.map((row) => row.unique_address_count))).toEqual(new Set([null]));
    expect(blind.internal_transfer).toEqual([]);
    const busyOnly = expectedTables(
      observe(chain, { traces: 'none', stateDiff: false, ommers: false }).filter(
        ({ block }) => block.transactions.length > 0,
      ),
    );
    expect(busyOnly.coverage.filter((row) => row.ranges !== '{}').map((row) => row.family)).toEqual([
      'blocks',
      'ommers',
    ]);
  });

  it('numbers logs through the block and within their transaction', async () => {
    const { log, block } = expectedTables(observe(await chainOf(23, 'modern', 30), GETH));
    for (const { number, log_count } of block) {
      const own = log.filter((row) => row.block_number === number);
      expect(own.map((row) => row.log_index)).toEqual(
        Array.from({ length: Number(log_count) }, (_, index) => index),
      );
    }
    expect(log.some((row) => row.log_index !== row.log_index_in_tx)).toBe(true);
  });

  it('writes coverage as ranges without the gaps', async () => {
    const chain = await chainOf(24, 'modern', 5);
    const observed = observe(chain, GETH).filter((_, index) => index !== 2);
    const first = chain.firstBlock;
    expect(expectedTables(observed).coverage).toContainEqual({
      family: 'blocks',
      ranges: `{[${first},${first + 2}),[${first + 3},${first + 5})}`,
    });
  });
});

describe('the comparison', () => {
  const bytes = (value: unknown) =>
    typeof value === 'string' && value.startsWith('0x') ? fromHex(value) : value;
  const asStored = (row: Row): StoredRow =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, bytes(value)]));

  it('finds nothing in equal tables, and names the first row that is missing, wrong or surplus', async () => {
    const expected = expectedTables(observe(await chainOf(25, 'modern', 12), GETH));
    const stored = {
      block: expected.block.map(asStored),
      transaction: expected.transaction.map(asStored),
      log: expected.log.map(asStored),
      internal_transfer: expected.internal_transfer.map(asStored),
      coverage: expected.coverage,
    };
    expect(diffTables(expected, stored)).toBeUndefined();
    expect(diffTables(expected, { log: stored.log.slice(1) })).toMatch(/^log \d+\/0: missing/);
    const [first, ...others] = stored.transaction;
    const wrong = { transaction: [{ ...first, log_count: 99 }, ...others] };
    expect(diffTables(expected, wrong)).toMatch(/^transaction \d+\/0: log_count should be \d+, is 99$/);
    const surplus = { block: [...stored.block, { ...stored.block[0], number: '7' }] };
    expect(diffTables(expected, surplus)).toMatch(/^block 7: stored, but not on the chain/);
    expect(diffTables(expected, { log: [...stored.log, stored.log[0]!] })).toBe('log: 1 duplicate rows');
  });
});

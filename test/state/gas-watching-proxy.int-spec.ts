import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { decodeDelegation } from '../../src/domain/chain/codec/observed-delegation.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { StateChange } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { BlockExecution } from '../../src/state/witness/block-execution.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase } from '../fixture/database.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
const LITTLE = Buffer.alloc(20, 0xaa);
/** An address next to LITTLE. */
const MUCH = Buffer.from([...LITTLE.subarray(0, 19), 0xab]);
const HONEST = Buffer.alloc(20, 0x11);
const TWO_FACED = Buffer.alloc(20, 0x22);

/** Passes all call data on, with gas that it computes. @param added code for a number that is added to the address of LITTLE */
const proxyCode = (added: string): Buffer =>
  Buffer.from(`3660006000376000600036600073${LITTLE.toString('hex')}${added}6127105a03f400`, 'hex');
const HAS_MUCH_GAS = '5a624c4b401001';

function created(address: Buffer, code: Buffer): StateChange {
  return { address, nonce: { before: 0, after: 1 }, code, storage: [] };
}

describe('a proxy that reads its gas', () => {
  const codes = new Map<string, Buffer>();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: Pool;
  let tracker: Tracker;
  const block = verifiedBlock(1_000, 'proxies', Buffer.alloc(32, 1), []);

  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    tracker = new Tracker(forkSchedule());
    const projectors = [
      ...allProjectors().filter(({ name }) => PROJECTORS.includes(name)),
      trackingProjector(tracker),
    ];
    const writer = await ChainWriter.open(pool, { projectors });
    const all: [Buffer, Buffer][] = [
      [LITTLE, Buffer.from('00', 'hex')],
      [MUCH, Buffer.from('00', 'hex')],
      [HONEST, proxyCode('')],
      [TWO_FACED, proxyCode(HAS_MUCH_GAS)],
    ];
    for (const [address, code] of all) codes.set(toHex(address), code);
    await writer.append([{ ...block, allocation: all.map(([address, code]) => created(address, code)) }]);
    writer.close();
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  async function tracked(contract: Buffer): Promise<string | undefined> {
    const call = { contract: toHex(contract) as Address, data: Buffer.alloc(0), block: 1_000 };
    await inTransaction(pool, (tx) => tracker.track(tx, [call]));
    const { rows } = await pool.query<{ output: Buffer }>(
      `SELECT output FROM tracked_run WHERE contract = $1 AND outcome = 'returned'`,
      [contract],
    );
    return rows[0] && decodeDelegation(toHex(rows[0].output))?.[0].target;
  }

  /** Executes the call as the check of a proof does. */
  async function executed(contract: Buffer): Promise<string | undefined> {
    const source = {
      account: () => 'unknown' as const,
      code: (address: Address) => codes.get(address) ?? Buffer.alloc(0),
      slot: () => 0n,
    };
    const execution = new BlockExecution(block.header, [], forkSchedule());
    const { result } = await execution.run({ to: toHex(contract) as Address }, source);
    return decodeDelegation(toHex(Buffer.from(result.output)))?.[0].target;
  }

  it.each([
    ['and delegates to one account', HONEST, LITTLE],
    ['and delegates to another where it has more', TWO_FACED, MUCH],
  ])('%s, is tracked as a proof of it is checked', async (_, contract, target) => {
    expect(await executed(contract)).toBe(toHex(target));
    expect(await tracked(contract)).toBe(toHex(target));
  });
});

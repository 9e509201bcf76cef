import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { storageProjector } from '../../src/records/state/storage.projector.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import type { Slot } from '../../src/state/history/slot-history.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { Prng } from '../simulation/prng.js';

const PLACES_AT_ONCE = 400;
const BLOCKS = bounded(8, 60);

let demo: DemoDatabases;
let pool: Pool;
let history: StateHistory;
let slots: Slot[];
let accounts: Address[];

beforeAll(async () => {
  demo = await DemoDatabases.start();
  pool = await demo.inOrder();
  history = new StateHistory(pool, forkSchedule());
  const written = await pool.query<{ address: Buffer; slot: Buffer }>(
    'SELECT DISTINCT address, slot FROM storage_change ORDER BY 1, 2',
  );
  slots = written.rows.map(({ address, slot }) => ({
    address: toHex(address) as Address,
    slot: BigInt(`0x0${slot.toString('hex')}`),
  }));
  const changed = await pool.query<{ address: Buffer }>(
    'SELECT address FROM account_state UNION SELECT address FROM code_change UNION SELECT address FROM native_credit ORDER BY 1',
  );
  accounts = changed.rows.map(({ address }) => toHex(address) as Address);
});
afterAll(() => demo?.stop());

describe('the state of the demo chain', () => {
  it('is that of its node wherever it is known, which is everywhere except what blocks themselves write', async () => {
    const client = new RpcClient(demo.chain.url);
    const random = new Prng(7);
    const [first, last] = demo.whole;
    const numbers = [first, last, ...Array.from({ length: BLOCKS }, () => random.between(first, last))];
    const counts = { slots: 0, accounts: 0, systemSlots: 0 };
    for (const block of numbers) {
      const at = `0x${block.toString(16)}`;
      const asked = random.shuffle(slots).slice(0, PLACES_AT_ONCE);
      const words = (await client.batch(
        asked.map(({ address, slot }) => ({
          method: 'eth_getStorageAt',
          params: [address, `0x${slot.toString(16).padStart(64, '0')}`, at],
        })),
      )) as string[];
      for (const [place, answer] of (await history.slotsAt(asked, block)).entries()) {
        if (answer.known) {
          expect([block, asked[place], answer.value]).toEqual([block, asked[place], BigInt(words[place]!)]);
          counts.slots++;
        } else {
          expect(answer.reason).toBe('system_contract');
          counts.systemSlots++;
        }
      }
      const chosen = random.shuffle(accounts).slice(0, PLACES_AT_ONCE);
      const found = (await client.batch(
        chosen.flatMap((address) =>
          ['eth_getCode', 'eth_getBalance', 'eth_getTransactionCount'].map((method) => ({
            method,
            params: [address, at],
          })),
        ),
      )) as string[];
      const codes = await history.codesAt(chosen, block);
      const fields = await history.accountsAt(chosen, block);
      for (const [place, address] of chosen.entries()) {
        const [code, { balance, nonce }] = [codes[place]!, fields[place]!];
        const ours = [
          code.known && toHex(code.value.bytes),
          balance.known && balance.value,
          nonce.known && nonce.value,
        ];
        const [text, wei, count] = found.slice(3 * place, 3 * place + 3);
        expect([block, address, ...ours]).toEqual([block, address, text, BigInt(wei!), BigInt(count!)]);
        counts.accounts++;
      }
    }
    process.stdout.write(
      `demo chain: ${JSON.stringify(counts)} of ${slots.length} slots, ${accounts.length} accounts\n`,
    );
    expect(counts.slots).toBeGreaterThan(1_000);
  });

  it('is filled from the log in an older database, and not known meanwhile', async () => {
    const rows = async () =>
      (
        await pool.query<{ row: string }>(
          `SELECT storage_change::text AS row FROM storage_change
           UNION ALL SELECT storage_clearing::text FROM storage_clearing ORDER BY 1`,
        )
      ).rows;
    const before = await rows();
    const storage = storageProjector();
    await inTransaction(pool, (tx) => storage.clear(tx));
    await pool.query("DELETE FROM checkpoint WHERE reader = 'storage'");
    const [slot] = slots;
    const [, last] = demo.whole;
    expect(await history.slotsAt([slot!], last)).toEqual([{ known: false, reason: 'projection_behind' }]);
    const lease = await WriterLease.take(pool, 5_000);
    try {
      await new ProjectionRunner(pool, lease).catchUp(storage);
    } finally {
      lease.release();
    }
    expect(await rows()).toEqual(before);
    expect(before.length).toBeGreaterThan(1_000);
    expect((await history.slotAt(slot!.address, slot!.slot, last)).known).toBe(true);
  });
});

import type { PoolClient } from 'pg';
import { isSmall, withoutZeros } from '../../domain/chain/record/storage-slot.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import { addStorageValues } from '../../records/state/storage-value.table.js';
import { holderRead, returnedBalance } from './balance-of.js';

const SLOT = 'slot:0x';

const ADD_BALANCES = `
INSERT INTO balance_read (token, holder, block_number, value)
SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::int8[], $4::bytea[]) ON CONFLICT DO NOTHING`;

type ReadAnswered = StateReadResult & { readonly blockNumber: number };

/**
 * Stores results of balance and slot reads of all requesters: a result is valid for everyone.
 * @returns the tokens and holders concerned, with repeats
 */
export async function storeReads(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<Buffer[]> {
  const answers = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const known = answers.filter(({ outcome }) => outcome !== 'unavailable');
  const values = known.filter(({ what, outcome }) => isMappingSlot(what) && outcome === 'answered');
  const balances = known.filter(({ what }) => holderRead(what) !== undefined);
  await addStorageValues(
    tx,
    values.map(({ blockNumber, address, what, output }) => ({
      ...{ blockNumber, address, slot: slotOf(what), value: withoutZeros(output) },
    })),
  );
  await addBalances(tx, balances);
  return [...values, ...balances].map(({ address }) => address);
}

function isMappingSlot(what: string): boolean {
  return what.startsWith(SLOT) && !isSmall(slotOf(what));
}

function slotOf(what: string): Buffer {
  return Buffer.from(what.slice(SLOT.length), 'hex');
}

async function addBalances(tx: PoolClient, answers: readonly ReadAnswered[]): Promise<void> {
  if (answers.length === 0) return;
  const balances = answers.map(returnedBalance);
  await tx.query({
    name: 'add balances read',
    text: ADD_BALANCES,
    values: [
      answers.map(({ address }) => address),
      answers.map(({ what }) => holderRead(what)!),
      answers.map(({ blockNumber }) => blockNumber),
      balances.map((word) => (word ? withoutZeros(word) : null)),
    ],
  });
}

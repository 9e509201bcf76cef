import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { isSmall, withoutZeros } from '../../domain/chain/record/storage-slot.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import { isReadOnRequest, parseStateRead } from '../../domain/event/state-read.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import { addStorageAnswers } from '../../records/state/storage-answer.table.js';
import { holderRead, returnedBalance } from './balance-of.js';

const ADD_BALANCES = `
INSERT INTO balance_read (token, holder, block_number, value)
SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::int8[], $4::bytea[]) ON CONFLICT DO NOTHING`;

type ReadAnswered = StateReadResult & { readonly blockNumber: number };

/**
 * Stores results of balance and slot reads, whoever requested them: a result is valid for everyone.
 * @returns the tokens concerned, with repeats
 */
export async function storeReads(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<Buffer[]> {
  const answers = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const known = answers.filter(({ outcome }) => outcome !== 'unavailable');
  const values = known.flatMap((answer) => {
    const slot = mappingSlotRead(answer.what);
    return slot !== undefined && answer.outcome === 'answered' ? [{ ...answer, slot }] : [];
  });
  const balances = known.filter(({ what }) => holderRead(what) !== undefined);
  await addStorageAnswers(
    tx,
    values.map(({ blockNumber, address, slot, output }) => ({ blockNumber, address, slot, value: output })),
  );
  await addBalances(tx, balances);
  return [...values, ...balances].map(({ address }) => address);
}

/** The slot that was read, if it may be of a mapping. */
function mappingSlotRead(what: string): Buffer | undefined {
  const read = parseStateRead(what);
  if (read.kind !== 'slot' || isReadOnRequest(what)) return undefined;
  const slot = fromHex(read.slot);
  return isSmall(slot) ? undefined : slot;
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

import type { PoolClient } from 'pg';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';

/** A slot of a mapping at the end of a block, attested by a node; slot and value have 32 bytes each. */
export interface StorageAnswer {
  readonly blockNumber: number;
  readonly address: Buffer;
  readonly slot: Buffer;
  readonly value: Buffer;
}

const ADD = `
INSERT INTO storage_answer (block_number, address, slot, value)
SELECT DISTINCT ON (block_number, address, slot) block_number, address, slot, value
FROM unnest($1::int8[], $2::bytea[], $3::bytea[], $4::bytea[]) WITH ORDINALITY given (block_number, address, slot, value, at)
WHERE NOT EXISTS (SELECT FROM slot_values_in(given.block_number, given.address, given.slot))
ORDER BY block_number, address, slot, at`;

/** Adds answers about slots whose value at that block is not stored yet, by a write or an answer. */
export async function addStorageAnswers(tx: PoolClient, answers: readonly StorageAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await tx.query({
    name: 'add storage answers',
    text: ADD,
    values: [
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ address }) => address),
      answers.map(({ slot }) => withoutZeros(slot)),
      answers.map(({ value }) => withoutZeros(value)),
    ],
  });
}

/** Removes the answers at the blocks `from` to `to`, both inclusive. */
export async function removeStorageAnswers(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query('DELETE FROM storage_answer WHERE block_number BETWEEN $1 AND $2', [from, to]);
}

export async function clearStorageAnswers(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE storage_answer');
}

import type { PoolClient } from 'pg';

/** A value that a slot of a mapping holds at the end of a block. */
export interface StorageValue {
  readonly blockNumber: number;
  readonly address: Buffer;
  /** 32 bytes. */
  readonly slot: Buffer;
  /** Without leading zeros. */
  readonly value: Buffer;
}

/** Values that blocks wrote, in these columns. */
export const COPY_STORAGE_VALUES =
  'COPY storage_value (block_number, address, slot, value) FROM STDIN BINARY';

const ADD = `
INSERT INTO storage_value (block_number, address, slot, value)
SELECT DISTINCT ON (block_number, address, slot) block_number, address, slot, value
FROM unnest($1::int8[], $2::bytea[], $3::bytea[], $4::bytea[]) WITH ORDINALITY given (block_number, address, slot, value, at)
WHERE NOT EXISTS (
  SELECT FROM storage_value stored
  WHERE stored.block_number = given.block_number AND stored.address = given.address AND stored.slot = given.slot
)
ORDER BY block_number, address, slot, at`;

/** Adds values that were read, where none is stored. */
export async function addStorageValues(tx: PoolClient, values: readonly StorageValue[]): Promise<void> {
  if (values.length === 0) return;
  await tx.query({
    name: 'add values read',
    text: ADD,
    values: [
      values.map(({ blockNumber }) => blockNumber),
      values.map(({ address }) => address),
      values.map(({ slot }) => slot),
      values.map(({ value }) => value),
    ],
  });
}

/** Removes the values of the blocks `from` to `to`, both inclusive. */
export async function removeStorageValues(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query('DELETE FROM storage_value WHERE block_number BETWEEN $1 AND $2', [from, to]);
}

export async function clearStorageValues(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE storage_value');
}

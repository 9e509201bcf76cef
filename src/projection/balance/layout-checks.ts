import type { PoolClient } from 'pg';
import type { StateReadRequest } from '../../event-store/state-read-request.js';
import { type HolderSlot, slotsOfHolders } from './balance-layout.js';
import { balanceOf } from './balance-of.js';
import type { StoredSample } from './sample-store.js';

/** Slots of mappings that samples wrote. Each block is read once, whatever the number of samples in it. */
const WRITTEN = `
SELECT token, block_number AS "blockNumber", slot
FROM unnest($1::bytea[], $2::int8[]) AS sample (token, block_number)
JOIN (
  SELECT address AS token, block_number, slot FROM storage_value WHERE block_number = ANY($2) AND octet_length(slot) > 20 OFFSET 0
) written USING (token, block_number)`;

const ADD = `
INSERT INTO balance_check (token, block_number, holder, layout, slot, is_written)
SELECT *, true FROM unnest($1::bytea[], $2::int8[], $3::bytea[], $4::int2[], $5::bytea[])
ON CONFLICT (token, block_number, holder, layout) DO UPDATE SET is_written = true`;

/** A slot of a holder under a layout, to compare with `balanceOf` at the end of the block. */
interface Check extends HolderSlot {
  readonly token: Buffer;
  readonly blockNumber: number;
}

/**
 * Finds slots of holders among the slots written in samples, and stores them for comparison.
 * @returns the state reads that the comparison needs
 */
export async function compareSamples(
  tx: PoolClient,
  samples: readonly StoredSample[],
): Promise<StateReadRequest[]> {
  if (samples.length === 0) return [];
  const slots = await slotsWritten(tx, samples);
  const checks = samples.flatMap((sample) => {
    const written = slots.get(keyOf(sample));
    return written ? checksOf(sample, written) : [];
  });
  await tx.query({
    name: 'add balance checks',
    text: ADD,
    values: [
      checks.map(({ token }) => token),
      checks.map(({ blockNumber }) => blockNumber),
      checks.map(({ holder }) => holder),
      checks.map(({ layout }) => layout.number),
      checks.map(({ slot }) => slot),
    ],
  });
  return checks.map(({ token, blockNumber, holder }) => ({
    ...{ subject: token, blockNumber, what: balanceOf(holder) },
  }));
}

/** The slots written in each sample, as latin-1 text. */
async function slotsWritten(
  tx: PoolClient,
  samples: readonly StoredSample[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await tx.query<Pick<Check, 'token' | 'blockNumber' | 'slot'>>(WRITTEN, [
    samples.map(({ token }) => token),
    samples.map(({ blockNumber }) => blockNumber),
  ]);
  const written = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = keyOf(row);
    const slots = written.get(key) ?? new Set<string>();
    written.set(key, slots.add(toWord(row.slot)));
  }
  return written;
}

function checksOf({ token, blockNumber, holders }: StoredSample, written: ReadonlySet<string>): Check[] {
  return slotsOfHolders(written, holders).map((found) => ({ token, blockNumber, ...found }));
}

/** The 32 bytes of a stored slot as latin-1 text. */
const toWord = (slot: Buffer): string => slot.toString('latin1').padStart(32, '\0');

const keyOf = ({ token, blockNumber }: { readonly token: Buffer; readonly blockNumber: number }): string =>
  `${blockNumber} ${token.toString('latin1')}`;

import type { PoolClient } from 'pg';
import type { NodeQuestion } from '../../event-store/node-question.js';
import { toHex } from '../../kernel/chain/hex.js';
import { type HolderSlot, slotOfHolder, slotsOfHolders } from './balance-layout.js';
import { balanceOf } from './balance-of.js';
import type { StoredProbe } from './probe-store.js';

const WRITTEN = `
SELECT storage_value.address AS token, storage_value.block_number AS "blockNumber", slot
FROM unnest($1::bytea[], $2::int8[]) AS probe (token, block_number)
JOIN storage_value ON storage_value.address = probe.token AND storage_value.block_number = probe.block_number`;

const ADD = `
INSERT INTO balance_check (token, block_number, holder, layout, slot)
SELECT * FROM unnest($1::bytea[], $2::int8[], $3::bytea[], $4::int2[], $5::bytea[]) ON CONFLICT DO NOTHING`;

/** Of the first holders that a token was compared with, so many slots are compared again when it gets other code. */
const RECHECKED = 4;

/** Compares anew at the ends of blocks in which tokens got other code, as they were compared first. */
const RECHECK = `
INSERT INTO balance_check (token, block_number, holder, layout, slot)
SELECT address, recoding.block_number, first.holder, first.layout, first.slot
FROM contract_recoding recoding
CROSS JOIN LATERAL (
  SELECT holder, layout, slot FROM balance_check
  WHERE token = address AND block_number = (SELECT min(block_number) FROM balance_check WHERE token = address)
    AND block_number < recoding.block_number
  ORDER BY holder, layout LIMIT ${RECHECKED}
) first
WHERE address = ANY($1)
ON CONFLICT DO NOTHING
RETURNING token, block_number AS "blockNumber", holder, slot`;

/** A slot of a holder under a layout, to be compared with what `balanceOf` says at the end of the block. */
interface Check extends HolderSlot {
  readonly token: Buffer;
  readonly blockNumber: number;
  /** The block's state diff does not tell what it holds. */
  readonly isUnwritten?: true;
}

/**
 * Looks for slots of holders among those that were written in probes, and keeps what it finds to be compared.
 * @returns what nodes have to be asked for that
 */
export async function checkProbes(tx: PoolClient, probes: readonly StoredProbe[]): Promise<NodeQuestion[]> {
  if (probes.length === 0) return [];
  const slots = await slotsWritten(tx, probes);
  const checks = probes.flatMap((probe) => {
    const written = slots.get(keyOf(probe));
    return written ? withControl(probe, checksOf(probe, written)) : [];
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
  return checks.flatMap(questionsOf);
}

/** By probe, the slots written in it as latin-1 text. */
async function slotsWritten(
  tx: PoolClient,
  probes: readonly StoredProbe[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // Not prepared: a plan made while the table is small would read all of it for ever.
  const { rows } = await tx.query<Pick<Check, 'token' | 'blockNumber' | 'slot'>>(WRITTEN, [
    probes.map(({ token }) => token),
    probes.map(({ blockNumber }) => blockNumber),
  ]);
  const written = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = keyOf(row);
    const slots = written.get(key) ?? new Set<string>();
    written.set(key, slots.add(row.slot.toString('latin1')));
  }
  return written;
}

function checksOf({ token, blockNumber, holders }: StoredProbe, written: ReadonlySet<string>): Check[] {
  return slotsOfHolders(written, holders).map((found) => ({ token, blockNumber, ...found }));
}

/** Where only one holder is found, the token itself, which hardly ever holds any, stands against him. */
function withControl({ token, blockNumber }: StoredProbe, checks: Check[]): Check[] {
  const [first] = checks;
  if (!first || checks.some(({ holder }) => !holder.equals(first.holder)) || first.holder.equals(token))
    return checks;
  return checks.flatMap((check) => {
    const slot = slotOfHolder(check.layout, token);
    return [check, { token, blockNumber, holder: token, layout: check.layout, slot, isUnwritten: true }];
  });
}

/**
 * Has contracts that got other code compared again, if they are tokens that were compared before.
 * @returns what nodes have to be asked for that
 */
export async function recheck(tx: PoolClient, contracts: readonly Buffer[]): Promise<NodeQuestion[]> {
  if (contracts.length === 0) return [];
  const { rows } = await tx.query<Omit<Check, 'layout'>>(RECHECK, [contracts]);
  return rows.flatMap((row) => questionsOf({ ...row, isUnwritten: true }));
}

function questionsOf({
  token,
  holder,
  slot,
  blockNumber,
  isUnwritten,
}: Omit<Check, 'layout'>): NodeQuestion[] {
  const about = { subject: token, blockNumber };
  return [
    { ...about, what: balanceOf(holder) },
    ...(isUnwritten ? [{ ...about, what: `slot:${toHex(slot)}` }] : []),
  ];
}

const keyOf = ({ token, blockNumber }: { readonly token: Buffer; readonly blockNumber: number }): string =>
  `${blockNumber} ${token.toString('latin1')}`;

import type { Pool, PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { declarationsOf } from './declarations.js';
import { heldNames, NAME_CLAIMS } from './held-names.js';
import type { NameRegistries } from './name-registries.js';
import { presentedAddresses } from './presented-address.js';
import { addTexts, removeTexts, type TextRow, textRows } from './text-rows.js';

/** Addresses per transaction. */
const BATCH = 2_000;

/** The next addresses that have a text, or may have lost one. */
const NEXT = `
SELECT address FROM (
  (SELECT token AS address FROM token_metadata WHERE token > $1 ORDER BY token LIMIT ${BATCH})
  UNION (SELECT address FROM named_subject WHERE address > $1 ORDER BY address LIMIT ${BATCH})
  UNION (SELECT address FROM name_text WHERE address > $1 ORDER BY address LIMIT ${BATCH})
) next
ORDER BY address
LIMIT ${BATCH}`;

/** Two concurrent passes would add the same text twice. The lock comes before the snapshot, which then contains the work of the other. */
const ALONE = 'LOCK TABLE name_text IN SHARE ROW EXCLUSIVE MODE';

const STORED = `
SELECT address, matched_on, folded, length, carries_hex, standing_group, holders
FROM name_text WHERE address = ANY($1)`;

const SERVED = `
SELECT generation::text, (SELECT position FROM last_fact_event()) AS position FROM definition_set WHERE current`;

/** Addresses that ever had a proven name, in any definition set: extra subjects do no harm. */
const NOTE_SUBJECTS = `
INSERT INTO named_subject
SELECT subject
FROM (SELECT array_agg(number) AS all FROM definition_number WHERE id = ANY($3)) definitions
CROSS JOIN LATERAL subjects_of_events(definitions.all, $1, $2)
ON CONFLICT DO NOTHING`;

/** When the last pass ended over names that are served; undefined before the first one. */
export async function lastPassedAt(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>('SELECT passed_at AS at FROM name_pass');
  return rows[0]?.at ?? undefined;
}

interface Fingerprint {
  readonly generation: string;
  readonly position: number;
}

/**
 * Updates the search texts of addresses from claims, registries and token declarations, whatever their order,
 * including withdrawn ones. Unchanged texts cost no write.
 *
 * INVARIANT: after a pass over unchanged tables, the rows are a function of those tables.
 */
export class NamePass {
  constructor(
    private readonly pool: Pool,
    private readonly registries: NameRegistries,
  ) {}

  /**
   * Goes through all addresses once. Ends between two transactions when `stop` is aborted.
   * @returns the number of texts added or removed
   */
  async run(stop?: AbortSignal): Promise<number> {
    const fingerprint = await inWholeSnapshot(this.pool, (tx) =>
      noteSubjects(tx, this.registries.addresses()),
    );
    let changed = 0;
    for (let after: Buffer | undefined = Buffer.alloc(0); after; ) {
      if (stop?.aborted) return changed;
      const from: Buffer = after;
      const step = await inWholeSnapshot(this.pool, (tx) => this.#step(tx, from));
      changed += step.changed;
      after = step.last;
    }
    if (fingerprint) await inTransaction(this.pool, (tx) => note(tx, fingerprint));
    return changed;
  }

  /** Deletes every text. The next pass adds all of them again. */
  async clear(): Promise<void> {
    await this.pool.query('TRUNCATE name_text, name_pair, named_subject, name_pass');
  }

  async #step(tx: PoolClient, after: Buffer): Promise<{ changed: number; last: Buffer | undefined }> {
    await tx.query(ALONE);
    const { rows } = await tx.query<{ address: Buffer }>(NEXT, [after]);
    const addresses = rows.map(({ address }) => address);
    if (addresses.length === 0) return { changed: 0, last: undefined };
    const held = await heldNames(tx, addresses);
    const declared = await declarationsOf(tx, addresses);
    const wanted = keyed(presentedAddresses(held, declared, this.registries).flatMap(textRows));
    const { rows: stored } = await tx.query<TextRow>({
      text: STORED,
      values: [addresses],
      types: JSON_READY,
    });
    const there = keyed(stored);
    const gone = [...there].flatMap(([key, row]) => (wanted.has(key) ? [] : [row]));
    const added = [...wanted].flatMap(([key, row]) => (there.has(key) ? [] : [row]));
    await removeTexts(tx, gone);
    await addTexts(tx, added);
    return { changed: gone.length + added.length, last: addresses.at(-1) };
  }
}

/** Rows by their full content: equal keys mean equal rows. */
function keyed(rows: readonly TextRow[]): Map<string, TextRow> {
  return new Map(
    rows.map((row) => [
      [row.address, row.matched_on, row.standing_group, row.holders, row.folded].join(' '),
      row,
    ]),
  );
}

/**
 * Notes subjects for the pass that begins. @returns what the pass will reflect; undefined while no
 * definitions are served
 */
async function noteSubjects(tx: PoolClient, listed: ReadonlySet<string>): Promise<Fingerprint | undefined> {
  await tx.query(ALONE);
  await tx.query('INSERT INTO named_subject SELECT * FROM unnest($1::bytea[]) ON CONFLICT DO NOTHING', [
    [...listed].map(fromHex),
  ]);
  const { rows } = await tx.query<Fingerprint>({ text: SERVED, types: JSON_READY });
  const served = rows[0];
  if (!served) return undefined;
  const { rows: known } = await tx.query<Fingerprint>({
    text: 'SELECT generation::text, position FROM name_pass',
    types: JSON_READY,
  });
  const isKnown = known[0]?.generation === served.generation && known[0].position <= served.position;
  await tx.query(NOTE_SUBJECTS, [isKnown ? known[0]!.position : 0, served.position, NAME_CLAIMS]);
  return served;
}

async function note(tx: PoolClient, { generation, position }: Fingerprint): Promise<void> {
  await tx.query('DELETE FROM name_pass');
  await tx.query('INSERT INTO name_pass (generation, position, passed_at) VALUES ($1, $2, now())', [
    generation,
    position,
  ]);
}

import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isLockTimeout } from '../lock-timeout.js';
import { dropReadIndexesIn } from '../read-indexes.js';
import { inTransaction } from '../transaction.js';
import { isMade, partitionRanges } from './partition-ranges.js';
import { PARTITION_BLOCKS, PARTITIONED_TABLES, partitionOf } from './partitioned-tables.js';

/** How long to try to get the locks: an operator's ANALYZE of a large table takes minutes. */
const LONGEST_TRY_MS = 300_000;
const PAUSE_MS = 1_000;

/** Makes partitions before rows arrive that belong in them. */
export class BlockPartitions {
  /** Numbers of existing partitions. Nobody removes one while somebody writes. */
  readonly #known = new Set<number>();

  /**
   * Numbers of partitions to make without the indexes that only reads need: a fill builds these after it has
   * filled the partitions.
   */
  bare: readonly number[] = [];

  constructor(private readonly pool: Pool) {}

  /**
   * Returns when rows of these blocks have a partition in every table. Readers and writers of other rows are not held up. Throws when a
   * table could not be locked for minutes.
   */
  async make(blocks: readonly number[]): Promise<void> {
    const numbers = [...new Set(blocks.map(partitionOf))].filter((number) => !this.#known.has(number));
    // One after the other: a transaction holds sixty locks for each, and a server has a few thousand.
    for (const number of numbers) {
      await this.#makeOne(number);
      this.#known.add(number);
    }
  }

  /**
   * Tries again instead of waiting longer: locks that it already holds would block others, and readers behind
   * them.
   */
  async #makeOne(number: number): Promise<void> {
    const until = performance.now() + LONGEST_TRY_MS;
    for (;;) {
      try {
        return await inTransaction(this.pool, async (tx) => {
          const made = await makePartitions(tx, [number]);
          const partitions = made.filter((one) => this.bare.includes(one));
          if (partitions.length > 0) await dropReadIndexesIn(tx, { undivided: false, partitions });
        });
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() > until) throw error;
      }
      await setTimeout(PAUSE_MS);
    }
  }
}

/** Makes those of these numbers that do not exist, in every table, and returns which. */
export async function makePartitions(
  tx: Pick<PoolClient, 'query'>,
  numbers: readonly number[],
): Promise<number[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('partition'))`);
  const ranges = await partitionRanges(tx);
  const missing = numbers.filter((number) => !isMade(ranges, number));
  for (const number of missing) for (const table of PARTITIONED_TABLES) await makeOne(tx, table, number);
  return missing;
}

/**
 * Statements that copy the indexes and triggers of a first partition, with indexes that a fill has dropped,
 * and its read permissions, because a backup reads each partition by itself. Attaching makes the primary key.
 * An index whose name does not begin with the partition's was made by an operator, and is not copied: two
 * indexes cannot have one name.
 */
const OF_FIRST = `
SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indrelid = $1::regclass AND NOT indisprimary AND starts_with(relname, $1::text)
UNION ALL
SELECT definition FROM deferred_index WHERE definition ~ concat('^CREATE INDEX \\w+ ON (\\w+\\.)?', $1::text, '\\M')
UNION ALL
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal
UNION ALL
SELECT format('GRANT %s ON %s TO %s', privilege_type, $1::text, coalesce(quote_ident(rolname), 'PUBLIC'))
FROM pg_class CROSS JOIN aclexplode(relacl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
WHERE pg_class.oid = $1::regclass AND grantee <> relowner`;

/** Attaches the partition last, when it has everything: only attaching locks nobody out. */
async function makeOne(tx: Pick<PoolClient, 'query'>, table: string, number: number): Promise<void> {
  const first = `${table}_p0`;
  const name = `${table}_p${number}`;
  await tx.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING STORAGE)`);
  const { rows } = await tx.query<{ definition: string }>(OF_FIRST, [first]);
  for (const { definition } of rows) await tx.query(definition.replaceAll(first, name));
  const [from, to] = [number, number + 1].map((one) => one * PARTITION_BLOCKS);
  await tx.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/platform/config/config.js';
import { DISTRIBUTED_TABLES } from '../../src/platform/postgres/distributed/distributed-tables.js';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { PARTITION_BLOCKS } from '../../src/platform/postgres/partitions/partitioned-tables.js';
import { dropReadIndexes, missingReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { planFill } from '../../src/runtime/database/fill-plan.js';
import { withoutReadIndexes } from '../../src/runtime/database/fill-without-indexes.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

/** Indexes that a fill keeps, though it adds to them in random order. */
const SORTED = [
  'account_state_lookup',
  'counterparty_pair_lookup',
  'fact_subject_lookup',
  'native_credit_pkey',
  'proof_segment_subject_lookup',
  'state_read_result_pkey',
  'storage_answer_lookup',
  'storage_change_lookup',
  'token_holder_lookup',
  'undecided_interval_key',
];

/** Blocks of a partition that is created during the fill. */
const SECOND = { fromBlock: PARTITION_BLOCKS, toBlock: PARTITION_BLOCKS + 4_999 };
const isOfSecond = ({ name }: ShardIndex): boolean => name.includes('_p1_');

interface ShardIndex {
  readonly port: number;
  readonly name: string;
  readonly definition: string;
  readonly file: string;
  readonly bytes: number;
}

/** Indexes of all shards, asked of the nodes. */
const OF_SHARDS = `
SELECT nodeport AS port, one->>'name' AS name, one->>'definition' AS definition, one->>'file' AS file, (one->>'bytes')::int4 AS bytes
FROM run_command_on_workers($$
  SELECT jsonb_agg(jsonb_build_object('name', indexname, 'definition', indexdef, 'file', pg_relation_filenode(quote_ident(indexname)::regclass),
                                      'bytes', pg_relation_size(quote_ident(indexname)::regclass)))
  FROM pg_indexes WHERE schemaname = 'public' AND tablename ~ '_1\\d{5}$'
$$), jsonb_array_elements(result::jsonb) one
ORDER BY 1, 2`;

(HAS_CITUS ? describe : describe.skip)('a long fill of a cluster', () => {
  let cluster: CitusCluster;
  let opened: OpenDatabase;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    const config = readConfig({ DATABASE_URL: await cluster.database(), DISTRIBUTED: 'citus' });
    opened = await openDatabase(config, 'apply');
  });
  afterAll(async () => {
    await opened?.close();
    await cluster?.stop();
  });

  const onNodes = async (): Promise<ShardIndex[]> => (await opened.pool.query<ShardIndex>(OF_SHARDS)).rows;
  const definitions = (indexes: readonly ShardIndex[]) =>
    indexes.map((one) => [one.port, one.name, one.definition]);
  const of = (indexes: readonly ShardIndex[], index: string) =>
    indexes.filter(({ name }) => name.startsWith(`${index}_`));
  const bytesOf = (indexes: readonly ShardIndex[], index: string): number =>
    of(indexes, index).reduce((sum, { bytes }) => sum + bytes, 0);

  /** Inserts rows whose addresses and slots are in random order. */
  async function fill(): Promise<void> {
    for (let block = 0; block < 20; block++) {
      const rows = (columns: string) =>
        `SELECT n % 200, ${columns} FROM generate_series(${block} * 2000, ${block} * 2000 + 1999) n`;
      await opened.pool.query(
        `INSERT INTO storage_change (block_number, address, slot, after) ${rows("sha256(int4send(n)), sha256(int4send(-n)), ''")}`,
      );
      await opened.pool.query(
        `INSERT INTO native_credit (block_number, address, wei) ${rows('sha256(int4send(n)), n')}`,
      );
    }
  }

  it('ends with all indexes on the nodes, and rebuilds those that it filled in random order', async () => {
    const partitions = new BlockPartitions(opened.pool);
    const before = await onNodes();
    expect(new Set(before.map(({ port }) => port))).toEqual(new Set(cluster.ports.slice(1)));
    const said: string[] = [];
    let filled: ShardIndex[] = [];
    await withoutReadIndexes(
      { pool: opened.pool, partitions },
      await planFill(opened.pool, { missing: [{ fromBlock: 0, toBlock: 4_999 }, SECOND], stored: [] }),
      (line) => said.push(line),
      async () => {
        await fill();
        await partitions.make([SECOND.fromBlock]);
        expect(await missingReadIndexes(opened.pool)).toContain('transaction_p1_hash');
        filled = await onNodes();
      },
    );
    const after = await onNodes();
    expect(filled.length).toBeLessThan(before.length);
    expect(definitions(after.filter((one) => !isOfSecond(one)))).toEqual(definitions(before));
    expect(after.filter(isOfSecond).map(({ name }) => name.replace(/_\d+$/, ''))).toContain(
      'transaction_p1_hash',
    );
    expect(await missingReadIndexes(opened.pool)).toEqual([]);
    for (const index of SORTED) {
      expect(said.join()).toContain(`building index ${index} `);
      expect(of(after, index).length).toBeGreaterThan(1);
      const files = new Set(of(filled, index).map(({ port, file }) => `${port} ${file}`));
      expect(of(after, index).filter(({ port, file }) => files.has(`${port} ${file}`))).toEqual([]);
    }
    for (const index of ['storage_change_lookup', 'native_credit_pkey']) {
      const [one, other] = [bytesOf(filled, index), bytesOf(after, index)];
      console.log(`${index}: ${one} bytes on the nodes after the fill, ${other} built anew`);
      expect(other).toBeLessThan(0.85 * one);
    }
    const { rows } = await opened.pool.query('SELECT count(*)::int4 AS rows FROM storage_change');
    expect(rows).toEqual([{ rows: 40_000 }]);
  });

  it('lists all indexes of distributed tables that it keeps and rebuilds', async () => {
    const dropped = await dropReadIndexes(opened.pool);
    const { rows } = await opened.pool.query<{ name: string }>(
      `SELECT name FROM deferred_index JOIN pg_class ON relname = name JOIN pg_index ON indexrelid = pg_class.oid
       WHERE indrelid::regclass::text = ANY ($1) ORDER BY 1`,
      [DISTRIBUTED_TABLES],
    );
    expect(rows.map(({ name }) => name)).toEqual(SORTED);
    expect(dropped).toContain('transaction_p0_hash');
  });
});

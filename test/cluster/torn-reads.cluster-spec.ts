import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { readConfig } from '../../src/platform/config/config.js';
import { findWhole } from '../../src/platform/postgres/distributed/find-whole.js';
import { readWhole } from '../../src/platform/postgres/distributed/read-whole.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { publicationOf, sequenceOf } from '../../src/platform/postgres/publication.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { bounded } from '../bounded.js';
import { type CitusCluster, HAS_CITUS, query, startCitusCluster } from './citus-cluster.js';

const READS = 10_000;
const READERS = 4;
const LOOKS = 1_000;
const KILLS = bounded(5, 30);
/** Lower half of the advisory lock key of a publication: `objid` in `pg_locks`. */
const PUBLISHING = 0x6c697368;
const SILENCE_MS = 1_000;
/** Program of a process that holds a publication, so that writers wait. */
const HOLDING = `
const { Publication } = await import('${new URL('../../src/platform/postgres/publication.js', import.meta.url)}');
const [url, silence] = process.argv.slice(1);
await new Publication(url, Number(silence)).hold(() => new Promise((never) => {
  console.log('holding');
  setInterval(() => {}, 1_000);
}));`;

(HAS_CITUS ? describe : describe.skip)('reads while a transaction changes rows of both nodes', () => {
  let cluster: CitusCluster;
  let url: string;
  let opened: OpenDatabase;
  /** Opened as another process would. */
  let checking: OpenDatabase;
  let readers: Pool;
  /** A block on each node; the tokens likewise. */
  let blocks: readonly [number, number];
  let tokens: readonly [Buffer, Buffer];

  beforeAll(async () => {
    cluster = await startCitusCluster();
    url = await cluster.database();
    const config = readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' });
    opened = await openDatabase(config, 'apply');
    checking = await openDatabase(config, 'expect');
    readers = createPool(url, { max: 2 * READERS });
    const { rows } = await readers.query<{ block: number }>(
      `SELECT min(number) AS block FROM generate_series(1::int8, 64) number
       JOIN citus_shards ON shardid = get_shard_id_for_distribution_column('withdrawal', number) GROUP BY nodeport`,
    );
    blocks = rows.map(({ block }) => block) as [number, number];
    await readers.query(`INSERT INTO withdrawal SELECT unnest($1::int8[]), 1, 0, '\\x00', 0`, [blocks]);
    const { rows: tokensOfNodes } = await readers.query<{ token: Buffer }>(
      `SELECT min(token) AS token FROM generate_series(1, 64) number, int4send(number) token
       JOIN citus_shards ON shardid = get_shard_id_for_distribution_column('token_holder', token) GROUP BY nodeport`,
    );
    tokens = tokensOfNodes.map(({ token }) => token) as [Buffer, Buffer];
    await readers.query(`INSERT INTO token_holder SELECT unnest($1::bytea[]), '', 0, 0, 0, 0, 0, 0`, [
      tokens,
    ]);
  });
  afterAll(async () => {
    await readers?.end();
    await checking?.close();
    await opened?.close();
    await cluster?.stop();
  });

  const CHANGE = 'UPDATE withdrawal SET validator_index = $2 WHERE block_number = ANY($1)';
  const READ = 'SELECT validator_index AS value FROM withdrawal WHERE block_number = ANY($1)';
  const CHANGE_HOLDERS = 'UPDATE token_holder SET sent = $2 WHERE token = ANY($1)';
  const READ_HOLDERS = 'SELECT sent AS value FROM token_holder WHERE token = ANY($1)';

  async function alterCoordinator(text: string): Promise<void> {
    await query(url, text);
    await query(url, 'SELECT pg_reload_conf()');
  }

  /** Number of transactions that are prepared on a node and not ended. */
  async function preparedAt(port: number): Promise<number> {
    const node = createPool(Object.assign(new URL(url), { port }).href, { max: 1 });
    try {
      return (await node.query('SELECT FROM pg_prepared_xacts WHERE database = current_database()'))
        .rowCount!;
    } finally {
      await node.end();
    }
  }

  async function changeBoth(tx: PoolClient, value: number): Promise<void> {
    await tx.query(CHANGE, [blocks, value]);
    await tx.query(CHANGE_HOLDERS, [tokens, value]);
  }

  /** Reads each table in one statement across both nodes and in one per node, all at once: whether all saw the same value. */
  async function isWhole(): Promise<boolean> {
    const results = await Promise.all([
      ...[blocks, ...blocks.map((block) => [block])].map((asked) => readers.query(READ, [asked])),
      ...[tokens, ...tokens.map((token) => [token])].map((asked) => readers.query(READ_HOLDERS, [asked])),
    ]);
    const seen = results.flatMap(({ rows }) => rows.map(({ value }) => value as number));
    expect(seen.length).toBe(8);
    return new Set(seen).size === 1;
  }

  /** A problem if rows differ that always change together. */
  async function differing(tx: PoolClient): Promise<string[]> {
    const seen: unknown[] = [];
    for (const block of blocks) seen.push((await tx.query(READ, [[block]])).rows[0]!.value);
    return seen[0] === seen[1] ? [] : ['they differ'];
  }

  /** Reads so often while the value changes. Resolves with the numbers of torn reads and of changes. */
  async function torn(count: number, read: () => Promise<boolean>): Promise<[torn: number, changes: number]> {
    let left = count;
    let tornReads = 0;
    let changes = 0;
    const change = async (): Promise<void> => {
      while (left > 0) {
        changes += 1;
        await inTransaction(opened.pool, (tx) => changeBoth(tx, changes));
      }
    };
    const ask = async (): Promise<void> => {
      while (left-- > 0) if (!(await read())) tornReads += 1;
    };
    await Promise.all([change(), ...Array.from({ length: READERS }, ask)]);
    return [tornReads, changes];
  }

  it('are torn unless they are compared afterwards, so the next test can fail', async () => {
    const [tornReads, changes] = await torn(1_000, isWhole);
    console.log(`not compared: ${tornReads} of 1000 reads were torn by ${changes} changes`);
    expect(tornReads).toBeGreaterThan(0);
  });

  it(`see one state, ${READS} of ${READS}`, async () => {
    const [tornReads, changes] = await torn(READS, () => readWhole(readers, isWhole));
    console.log(`compared: ${tornReads} of ${READS} reads were torn by ${changes} changes`);
    expect(changes).toBeGreaterThan(100);
    expect(tornReads).toBe(0);
  });

  it(`are repeated while writers wait if rows seem to differ, ${LOOKS} of ${LOOKS}`, async () => {
    const isFound = async (look: (find: typeof differing) => Promise<string[]>) =>
      (await look(differing)).length > 0;
    const inOneSnapshot = (find: typeof differing) =>
      inTransaction(checking.pool, find, { isolation: 'repeatable read' });
    const [once] = await torn(LOOKS, async () => !(await isFound(inOneSnapshot)));
    let looks = 0;
    const again = (find: typeof differing) =>
      findWhole(checking.pool, (tx) => {
        looks += 1;
        return find(tx);
      });
    const [found, changes] = await torn(LOOKS, async () => !(await isFound(again)));
    console.log(
      `looked at once: ${once} of ${LOOKS} seemed to differ; again ${looks - LOOKS} times: ${found}, in ${changes} changes`,
    );
    expect(once).toBeGreaterThan(0);
    expect(looks).toBeGreaterThan(LOOKS);
    expect(found).toBe(0);
  });

  it('find rows that really differ, whatever else is changed meanwhile', async () => {
    const others = blocks.map((block) => block + 64);
    await readers.query(`INSERT INTO withdrawal SELECT unnest($1::int8[]), 1, 0, '\\x00', 0`, [others]);
    await readers.query('UPDATE withdrawal SET validator_index = -1 WHERE block_number = $1', [blocks[0]]);
    let isLooking = true;
    const change = (async () => {
      while (isLooking) await inTransaction(opened.pool, (tx) => tx.query(CHANGE, [others, 7]));
    })();
    for (let look = 0; look < 100; look++)
      expect(await findWhole(checking.pool, differing)).toEqual(['they differ']);
    isLooking = false;
    await change;
  });

  it('lose no committed change when a node is killed and restarted meanwhile', async () => {
    let isAway = true;
    let [committed, tried, refused] = [0, 1_000_000, 0];
    const change = (async () => {
      while (isAway) {
        tried += 1;
        const value = tried;
        await inTransaction(opened.pool, (tx) => changeBoth(tx, value)).then(
          () => {
            committed = value;
          },
          () => {
            refused += 1;
          },
        );
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      await setTimeout(1_000);
      await cluster.killNode(1);
      await setTimeout(1_000);
      await cluster.startNode(1);
    }
    isAway = false;
    await change;
    await publicationOf(opened.pool)!.settle();
    const values = await readWhole(readers, async () => (await readers.query(READ, [blocks])).rows);
    console.log(`${KILLS} kills of a node: ${tried - 1_000_000} changes, ${refused} refused`);
    expect(refused).toBeGreaterThan(0);
    expect(values[0]).toEqual(values[1]);
    expect(values[0].value).toBeGreaterThanOrEqual(committed);
  });

  it('see what a killed node had yet to commit as soon as the next writer begins, without another publication', async () => {
    const value = 2_000_000;
    // The nodes have prepared the transaction, and the coordinator has it in its log.
    await alterCoordinator('ALTER SYSTEM SET citus.recover_2pc_interval = -1');
    await alterCoordinator(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
    const died = inTransaction(opened.pool, (tx) => changeBoth(tx, value));
    const ended = died.then(
      () => 'committed',
      () => 'died',
    );
    await until(async () => (await preparedAt(cluster.ports[1])) > 0);
    await cluster.killNode(1);
    const { rows } = await readers.query(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1`,
      [PUBLISHING],
    );
    expect(rows).toEqual([{ count: 1 }]);
    await alterCoordinator('ALTER SYSTEM RESET synchronous_standby_names');
    expect(await ended).toBe('died');
    const stopped = AbortSignal.timeout(1_000);
    await expect(WriterLease.take(checking.pool, 0, stopped)).rejects.toThrow('aborted');
    await cluster.startNode(1);
    expect(await preparedAt(cluster.ports[1])).toBeGreaterThan(0);

    const lease = await WriterLease.take(checking.pool, 0);
    const values = (await readers.query(READ, [blocks])).rows;
    lease.release();
    expect(values).toEqual([{ value }, { value }]);
  });

  it('go on when a process that keeps writers waiting freezes, and not while it works', async () => {
    const parameters = ['--input-type=module', '--eval', HOLDING, url, `${SILENCE_MS}`];
    const other = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(other.stdout, 'data');
      const changed = inTransaction(opened.pool, (tx) => changeBoth(tx, 3_000_000)).then(() => true);
      expect(await Promise.race([changed, setTimeout(2 * SILENCE_MS, false, { ref: false })])).toBe(false);
      other.kill('SIGSTOP');
      expect(await Promise.race([changed, setTimeout(10 * SILENCE_MS, false, { ref: false })])).toBe(true);
      expect(await readWhole(readers, isWhole)).toBe(true);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('are refused after a writer died in a commit, until the next writer settles it', async () => {
    await readers.query('UPDATE publication SET sequence = sequence + 1');
    await expect(readWhole(readers, isWhole)).rejects.toThrow('rows change faster than they can be read');
    await publicationOf(opened.pool)!.settle();
    expect((await sequenceOf(readers)) % 2).toBe(0);
    expect(await readWhole(readers, isWhole)).toBe(true);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}

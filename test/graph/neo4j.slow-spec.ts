import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { refusalOf } from '../../src/api/http/refusal/refusal-of.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/log/logger.js';
import { applySchema } from '../../src/platform/neo4j/apply-schema.js';
import { GraphDatabase } from '../../src/platform/neo4j/graph-database.js';
import { FollowedEvents } from '../../src/projection/graph/followed-events.js';
import { GraphProjector } from '../../src/projection/graph/graph-projector.js';
import { Neo4jGraphStore } from '../../src/projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { openGraph } from '../../src/runtime/graph/open-graph.js';
import { bounded } from '../bounded.js';
import { addressOf, hex } from '../e2e/fixture/bytes.js';
import { SHORT_STORY } from '../e2e/fixture/claim-story.js';
import { openDatabase } from '../e2e/fixture/open-database.js';
import { storeClaims } from '../e2e/fixture/store-claims.js';
import { describeWithNeo4j, useNeo4j } from '../fixture/test-neo4j.js';
import { graphProjectorSuite } from './graph-projector-suite.js';
import { graphStoreSuite } from './graph-store-suite.js';
import { killSuite } from './kill-suite.js';

// All in one file for one server, whose start takes longer than the tests.
describeWithNeo4j('in Neo4j', () => {
  const neo4j = useNeo4j();

  const storeOver = (pool: Pool): Neo4jGraphStore =>
    new Neo4jGraphStore(neo4j.graph, new PostgresGraphStore(pool), new FollowedEvents(pool));

  // Before other tests apply theirs.
  it('the schema has its constraints and indexes once, with those of relations for each kind', async () => {
    for (const relations of [['relation:a'], ['relation:a', 'odd `name`']])
      await applySchema(neo4j.graph, relations);
    const text =
      "SHOW INDEXES YIELD name, type, properties WHERE type = 'RANGE' RETURN name, properties ORDER BY name";
    const [rows] = await neo4j.graph.read([{ text }]);
    expect(rows).toEqual([
      { name: 'address_is_unique', properties: ['address'] },
      { name: 'checkpoint_is_unique', properties: ['name'] },
      { name: 'odd `name` by object', properties: ['object', 'subject'] },
      { name: 'odd `name` by subject', properties: ['subject', 'object'] },
      { name: 'relation:a by object', properties: ['object', 'subject'] },
      { name: 'relation:a by subject', properties: ['subject', 'object'] },
    ]);
  });

  describe('the projector of the graph', () => graphProjectorSuite(neo4j));

  describe('the graph', () =>
    graphStoreSuite(async (pool) => {
      await neo4j.empty();
      const projector = new GraphProjector(pool, neo4j.graph);
      return {
        store: storeOver(pool),
        async catchUp() {
          while (await projector.step());
        },
      };
    }));

  it('the graph of another database, or of a later state of the same, is not read', async () => {
    await neo4j.empty();
    const [database, other] = [await openDatabase(), await openDatabase()];
    for (const { pool } of [database, other]) await storeClaims(pool, SHORT_STORY);
    const projector = new GraphProjector(database.pool, neo4j.graph);
    while (await projector.step());
    const stores = [storeOver(database.pool), storeOver(other.pool)] as const;
    const signer = hex(addressOf('signer'));
    const start = { id: '', counterpart: '0x' };
    const answers = (store: Neo4jGraphStore) =>
      Promise.allSettled([
        store.head(),
        store.attributesOf(signer, '', 1),
        store.attributeIdsOf([signer]),
        store.relationsOf(signer, 'subject', start, 1),
      ]);
    const refused = Array(4).fill(expect.objectContaining({ reason: expect.any(NotCovered) }));
    try {
      expect((await answers(stores[0])).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
      expect(await answers(stores[1])).toEqual(refused);
      // The database was restored, and no process writes to the graph.
      await database.pool.query('DELETE FROM fact_event_row; UPDATE proof_segment SET position = 1');
      await setTimeout(1_100);
      expect(await answers(stores[0])).toEqual(refused);
    } finally {
      for (const { close } of [database, other]) await close();
    }
  });

  it('a read that takes too long, by default ten seconds, is refused with 503', async () => {
    const graph = new GraphDatabase(neo4j.server, new Registry(), bounded(1_000, undefined));
    const endless = 'UNWIND range(1, 100000000000) AS number RETURN count(number)';
    const failure = await graph
      .read([{ text: 'RETURN 1' }, { text: endless }])
      .catch((error) => error)
      .finally(() => graph.close());
    expect(refusalOf(failure).code).toBe('service_unavailable');
  });

  it('a frozen server makes requests 503, and does not delay the stop', async () => {
    const { pid } = neo4j.server.identity;
    const database = await openDatabase();
    const graph = new GraphDatabase(neo4j.server, new Registry(), 500);
    const open = await openGraph({
      config: readConfig({ NEO4J_URI: neo4j.server.uri }),
      ...{ pool: database.pool, apiPool: database.pool, primary: database.pool },
      registry: new Registry(),
      logger: createLogger('fatal'),
    });
    try {
      await graph.read([{ text: 'RETURN 1' }]);
      open.start();
      await open.caughtUp();
      process.kill(pid, 'SIGSTOP');
      const write = graph.write((run) => run('RETURN 1')).catch((error: unknown) => error);
      const read = await graph.read([{ text: 'RETURN 1' }]).catch((error: unknown) => error);
      expect(refusalOf(read).code).toBe('service_unavailable');
      // Neo4j does not answer before this has ended.
      await Promise.all([graph.close(), open.stop()]);
      expect(refusalOf(await write).code).toBe('service_unavailable');
    } finally {
      process.kill(pid, 'SIGCONT');
      await database.close();
    }
  });

  describe('a graph whose Neo4j is killed', () => killSuite(neo4j));
});

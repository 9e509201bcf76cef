import { describe, expect, it } from '@jest/globals';
import { refusalOf } from '../../src/api/http/refusal/refusal-of.js';
import { GraphProjector } from '../../src/projection/graph/graph-projector.js';
import { Neo4jGraphStore } from '../../src/projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { describeWithNeo4j, useNeo4j } from '../fixture/test-neo4j.js';
import { graphProjectorSuite } from './graph-projector-suite.js';
import { graphStoreSuite } from './graph-store-suite.js';

// In one file, as each starts a server of its own; where a suite kills it it is in another.
describeWithNeo4j('in Neo4j', () => {
  const neo4j = useNeo4j();

  describe('the projector of the graph', () => graphProjectorSuite(neo4j));

  describe('the graph', () =>
    graphStoreSuite(async (pool) => {
      await neo4j.empty();
      const projector = new GraphProjector(pool, neo4j.graph);
      return {
        store: new Neo4jGraphStore(neo4j.graph, new PostgresGraphStore(pool)),
        async catchUp() {
          while (await projector.step());
        },
      };
    }));

  it('a read that takes longer than ten seconds is worth another try, and no fault of ours', async () => {
    const endless = 'UNWIND range(1, 100000000000) AS number RETURN count(number)';
    const failure = await neo4j.graph.read([{ text: 'RETURN 1' }, { text: endless }]).catch((error) => error);
    expect(refusalOf(failure).code).toBe('service_unavailable');
  });
});

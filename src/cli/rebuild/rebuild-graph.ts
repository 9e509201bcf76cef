import { Registry } from 'prom-client';
import type { Config } from '../../platform/config/config.js';
import { GraphDatabase } from '../../platform/neo4j/graph-database.js';
import { GraphProjector } from '../../projection/graph/graph-projector.js';
import { withServiceStopped } from '../../runtime/database/with-service-stopped.js';
import { openNeo4j } from '../../runtime/graph/open-neo4j.js';

/** Empties Neo4j and brings in what holds now. */
export async function rebuildGraph(config: Config): Promise<void> {
  const { neo4j } = config;
  if (neo4j === undefined) throw new Error('there is no graph to rebuild: set NEO4J=embedded or NEO4J_URI');
  await withServiceStopped(config, async (pool) => {
    const server = await openNeo4j(config, neo4j, { say: console.error, warn: console.error });
    const graph = new GraphDatabase(server, new Registry());
    try {
      const projector = new GraphProjector(pool, graph);
      await projector.rebuild();
      while (await projector.step());
      console.log('graph is rebuilt');
    } finally {
      await graph.close();
      await server.stop();
    }
  });
}

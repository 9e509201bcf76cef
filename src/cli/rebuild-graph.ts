import { Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import { GraphDatabase } from '../platform/neo4j/graph-database.js';
import { GraphProjector } from '../projection/graph/graph-projector.js';
import { openDatabase } from './open-database.js';
import { openNeo4j } from './open-neo4j.js';
import { takeServiceLock } from './service-lock.js';

/** Empties Neo4j and brings in what holds now. */
export async function rebuildGraph(config: Config): Promise<void> {
  const { neo4j } = config;
  if (neo4j === undefined) throw new Error('there is no graph to rebuild: set NEO4J=embedded or NEO4J_URI');
  const release = await takeServiceLock(config);
  const database = await openDatabase(config, 'apply');
  try {
    const server = await openNeo4j(config, neo4j, (line) => console.error(line));
    const graph = new GraphDatabase(server, new Registry());
    try {
      const projector = new GraphProjector(database.pool, graph);
      await projector.rebuild();
      while (await projector.step());
      console.log('graph is rebuilt');
    } finally {
      await graph.close();
      await server.stop();
    }
  } finally {
    await database.close();
    release();
  }
}

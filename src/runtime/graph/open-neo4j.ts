import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import {
  type Neo4jListener,
  startEmbeddedNeo4j,
} from '../../platform/neo4j/embedded/start-embedded-neo4j.js';
import type { GraphServer } from '../../platform/neo4j/graph-database.js';
import type { KeptProcess } from '../../platform/process/kept-process.js';
import { chainDirectory } from '../directory/chain-directory.js';

/** A Neo4j, and how to stop using it. */
type OpenNeo4j = GraphServer & { readonly kept?: KeptProcess; stop(): Promise<void> };

/** The Neo4j that is configured, started first where it is the embedded one. */
export async function openNeo4j(
  config: Config,
  neo4j: NonNullable<Config['neo4j']>,
  listener: Neo4jListener,
): Promise<OpenNeo4j> {
  if (neo4j !== 'embedded') return { ...neo4j, stop: async () => undefined };
  return startEmbeddedNeo4j(join(chainDirectory(config), 'neo4j'), listener);
}

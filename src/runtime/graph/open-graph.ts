import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/log/logger.js';
import type { KeptProcess } from '../../platform/process/kept-process.js';
import { FollowedEvents } from '../../projection/graph/followed-events.js';
import { CheckpointMoved } from '../../projection/graph/graph-checkpoint.js';
import { GraphFollower } from '../../projection/graph/graph-follower.js';
import { GraphProjector } from '../../projection/graph/graph-projector.js';
import type { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { Neo4jGraphStore } from '../../projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../../projection/graph/postgres-graph-store.js';
import { openNeo4j } from './open-neo4j.js';

/** The current claims, from either store. */
export abstract class OpenGraph {
  abstract readonly store: GraphStore;
  /** Address of Neo4j, where there is one. */
  abstract readonly uri?: string;
  /** The embedded Neo4j, where there is one. */
  abstract readonly kept?: KeptProcess;
  abstract readiness(lagBlocks: number): ReadinessCheck[];
  /** Begins to keep the graph up to date. */
  abstract start(): void;
  /** Resolves when the graph has all that is proven by now, cannot be reached, or `stop` is aborted. */
  abstract caughtUp(stop?: AbortSignal): Promise<void>;
  abstract stop(): Promise<void>;
}

interface GraphParts {
  readonly config: Config;
  /** For work that may take long. */
  readonly pool: Pool;
  readonly apiPool: Pool;
  /** Like `pool`, to the database that is written, where a standby is read. */
  readonly primary: Pool;
  readonly registry: Registry;
  readonly logger: Logger;
}

const POLL_MS = 200;

/** The graph in the Neo4j that is configured, started first where it is the embedded one; without one that of PostgreSQL. */
export async function openGraph(parts: GraphParts): Promise<OpenGraph> {
  const { config, apiPool, primary, logger } = parts;
  const inPostgres = new PostgresGraphStore(apiPool);
  if (config.neo4j === undefined)
    return {
      store: inPostgres,
      readiness: () => [],
      start: () => undefined,
      caughtUp: async () => undefined,
      stop: async () => undefined,
    };
  const server = await openNeo4j(config, config.neo4j, {
    say: (line) => logger.info(line),
    warn: (line) => logger.warn(line),
  });
  // The driver takes a tenth of the time that a service needs to load.
  const { GraphDatabase } = await import('../../platform/neo4j/graph-database.js');
  const graph = new GraphDatabase(server, parts.registry);
  const store = new Neo4jGraphStore(graph, inPostgres, new FollowedEvents(primary));
  const projector = new GraphProjector(parts.pool, graph);
  const follower = follow(projector, store, parts);
  return {
    store,
    uri: server.uri,
    ...(server.kept && { kept: server.kept }),
    readiness: (lagBlocks) => [{ name: 'graph', check: () => checkLag(store, apiPool, lagBlocks) }],
    start: () => follower.start(),
    caughtUp: (stop) => catchUp(projector, stop),
    async stop() {
      const stopped = follower.stop();
      // A frozen Neo4j would keep a step for minutes. An interrupted step changes nothing.
      await graph.close();
      await stopped;
      await server.stop();
    },
  };
}

function follow(
  projector: GraphProjector,
  store: Neo4jGraphStore,
  { registry, logger }: GraphParts,
): GraphFollower {
  const position = new Gauge({
    name: 'chainproof_graph_position_events',
    help: 'Position of the last fact event that Neo4j knows of.',
    registers: [registry],
  });
  let isWarm = false;
  return new GraphFollower(
    projector,
    POLL_MS,
    (to) => {
      position.set(to.position);
      if (to.settled && !isWarm) warm(store);
      isWarm ||= to.settled;
    },
    (error) => (error === undefined ? logger.info('graph: going on') : logger.error(`graph: ${error}`)),
  );
}

/** Has Neo4j plan the expensive queries in advance. */
function warm(store: Neo4jGraphStore): void {
  const nobody: Address = `0x${'00'.repeat(20)}`;
  for (const direction of ['subject', 'object'] as const)
    store.relationsOf(nobody, direction, { id: '', counterpart: '' }, 1).catch(() => undefined);
}

async function checkLag(store: Neo4jGraphStore, pool: Pool, lagBlocks: number): Promise<void> {
  const { rows } = await pool.query<{ block: string | null }>('SELECT max(block) AS block FROM claim_head');
  const behind = Number(rows[0]?.block ?? 0) - ((await store.head()) ?? 0);
  if (behind > lagBlocks) throw new Error(`${behind} blocks behind the database`);
}

async function catchUp(projector: GraphProjector, stop: AbortSignal | undefined): Promise<void> {
  while (!stop?.aborted) {
    try {
      if (!(await projector.step())) return;
    } catch (error) {
      // The follower reports the error, and retries.
      if (!(error instanceof CheckpointMoved)) return;
    }
  }
}

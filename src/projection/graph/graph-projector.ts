import type { Pool, PoolClient } from 'pg';
import { applySchema } from '../../platform/neo4j/apply-schema.js';
import type { GraphDatabase } from '../../platform/neo4j/graph-database.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { keysAfter, keysOfEvents, keysPassed } from './changed-claims.js';
import type { ClaimKey, WalkedKey } from './claim-key.js';
import { type ClaimsNow, claimsNow } from './claims-now.js';
import { clearSome } from './clear-graph.js';
import {
  checkpointOf,
  type GraphCheckpoint,
  holdCheckpoint,
  moveCheckpoint,
  READ_CHECKPOINT,
} from './graph-checkpoint.js';
import { type GraphScope, readScope } from './graph-scope.js';
import { writeClaims } from './write-claims.js';

/** Most claims or events in one transaction. */
const BATCH = 5_000;

/** The end of the fact events, and the identity of their log. */
interface Source {
  readonly set: number;
  readonly generation: string;
  /** Position of the last event, of any definition set. */
  readonly end: number;
  readonly blockHash: string | null;
  /** Fingerprint of the event at the checkpoint; empty when the event does not exist. */
  readonly fingerprintThere: string;
  readonly scope: GraphScope;
  readonly relations: readonly string[];
}

const SOURCE = `
SELECT definition_set.id AS set, generation, (SELECT position FROM last_fact_event()) AS end,
       coalesce(fact_event_fingerprint($1), '') AS "fingerprintThere",
       (SELECT hash FROM block WHERE number = (SELECT max(block) FROM claim_head)) AS "blockHash"
FROM definition_set
WHERE current`;

const FIRST_KEY: WalkedKey = { hash: -(2 ** 31), subject: '0x', definition: 0, object: '0x' };

type Target = Omit<GraphCheckpoint, 'revision'>;

/** One transaction of the graph: its writes, and the checkpoint after it. */
interface Move {
  readonly target: Target;
  readonly claims?: ClaimsNow;
}

/**
 * Copies current claims from PostgreSQL to Neo4j. Events name the changed claims, and PostgreSQL gives their
 * current state. Each transaction first compares and moves the checkpoint, and writes full after-states.
 *
 * INVARIANT: the graph is a function of the engine's tables as of its checkpoint. A settled graph reflects a
 * single block.
 */
export class GraphProjector {
  #relations: string | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly graph: GraphDatabase,
  ) {}

  /**
   * Makes one move.
   * @returns the new checkpoint, or undefined when there was nothing to do
   * @throws CheckpointMoved when another writer was faster
   * @throws Error of the driver when Neo4j cannot be reached; the move may have been made
   */
  async step(): Promise<GraphCheckpoint | undefined> {
    const from = await this.checkpoint();
    const read = await inWholeSnapshot(this.pool, async (tx) => {
      const source = await readSource(tx, from?.position ?? 0);
      return source && { relations: source.relations, move: await nextMove(tx, source, from) };
    });
    if (!read?.move) return undefined;
    const { move, relations } = read;
    await this.#ensureSchema(from, relations);
    return this.graph.write(async (run) => {
      await holdCheckpoint(run, from);
      const isCleared = from?.phase !== 'clear' || !(await clearSome(run));
      if (isCleared && move.claims) await writeClaims(run, move.claims);
      const to = { ...(isCleared ? move.target : from), revision: (from?.revision ?? 0) + 1 };
      await moveCheckpoint(run, to);
      return to;
    });
  }

  /** The checkpoint of the graph; undefined when it is empty. */
  async checkpoint(): Promise<GraphCheckpoint | undefined> {
    const [rows] = await this.graph.read([READ_CHECKPOINT]);
    return checkpointOf(rows!);
  }

  /** Makes the next steps remove everything and write it again. */
  async rebuild(): Promise<void> {
    const from = await this.checkpoint();
    if (!from) return;
    await this.graph.write(async (run) => {
      await holdCheckpoint(run, from);
      await moveCheckpoint(run, { ...from, revision: from.revision + 1, phase: 'clear', settled: false });
    });
  }

  /** Applies the schema once for each process and catalogue, and whenever the graph is empty. */
  async #ensureSchema(from: GraphCheckpoint | undefined, relations: readonly string[]): Promise<void> {
    const known = relations.join(' ');
    if (from && this.#relations === known) return;
    await applySchema(this.graph, relations);
    this.#relations = known;
  }
}

async function readSource(tx: PoolClient, position: number): Promise<Source | undefined> {
  const { rows } = await tx.query<Omit<Source, 'scope' | 'relations'>>({
    name: 'graph source',
    text: SOURCE,
    values: [position],
    types: JSON_READY,
  });
  return rows[0] && { ...rows[0], ...(await readScope(tx)) };
}

function nextMove(
  tx: PoolClient,
  source: Source,
  from: GraphCheckpoint | undefined,
): Promise<Move | undefined> | Move {
  const { generation, end, fingerprintThere, scope } = source;
  const follows =
    from?.generation === generation && from.position <= end && from.fingerprint === fingerprintThere;
  if (!follows) {
    const anew = { generation, position: 0, fingerprint: '', loaded: '', settled: false, scope };
    return { target: { ...anew, phase: 'clear' } };
  }
  if (from.phase === 'clear') return beginLoading(tx, source);
  return from.phase === 'load' ? load(tx, source, from) : follow(tx, source, from);
}

/** Starts loading. Events from here on are followed once all current claims are written. */
async function beginLoading(tx: PoolClient, { generation, end, scope }: Source): Promise<Move> {
  const fingerprint = await fingerprintOf(tx, end);
  return {
    target: {
      generation,
      phase: 'load',
      position: end,
      fingerprint,
      loaded: '',
      settled: false,
      scope,
    },
  };
}

async function load(tx: PoolClient, source: Source, from: GraphCheckpoint): Promise<Move> {
  const { set, scope } = source;
  const after = loadedOf(from);
  const next = await keysAfter(tx, set, after, scope.attribute.block ?? -1, BATCH);
  const last = next.at(-1);
  const isAll = next.length < BATCH;
  const claims = await claimsNow(
    tx,
    set,
    [...next, ...(await keysPassed(tx, set, from.scope, scope))],
    scope,
  );
  const target = { ...withoutRevision(from), scope };
  return isAll
    ? { claims, target: { ...target, phase: 'follow', loaded: '' } }
    : { claims, target: { ...target, loaded: JSON.stringify(last) } };
}

/** An earlier version loaded in another order, without hashes: then loading begins again. */
function loadedOf({ loaded }: GraphCheckpoint): WalkedKey {
  const key = loaded === '' ? undefined : (JSON.parse(loaded) as Partial<WalkedKey>);
  return key?.hash === undefined ? FIRST_KEY : (key as WalkedKey);
}

async function follow(
  tx: PoolClient,
  { set, end, scope, blockHash }: Source,
  from: GraphCheckpoint,
): Promise<Move | undefined> {
  const reached = Math.min(from.position + BATCH, end);
  const isUnchanged = reached === from.position && JSON.stringify(scope) === JSON.stringify(from.scope);
  if (isUnchanged && from.settled) return undefined;
  const keys = [
    ...(await keysOfEvents(tx, set, from.position, reached)),
    ...(await keysPassed(tx, set, from.scope, scope)),
  ];
  const { blockHash: _, ...stays } = withoutRevision(from);
  return {
    claims: await claimsNow(tx, set, unique(keys), scope),
    target: {
      ...stays,
      position: reached,
      fingerprint: await fingerprintOf(tx, reached),
      settled: reached === end,
      scope,
      ...(blockHash === null ? {} : { blockHash }),
    },
  };
}

async function fingerprintOf(tx: PoolClient, position: number): Promise<string> {
  const { rows } = await tx.query<{ fingerprint: string | null }>(
    'SELECT fact_event_fingerprint($1) AS fingerprint',
    [position],
  );
  return rows[0]!.fingerprint ?? '';
}

function unique(keys: readonly ClaimKey[]): ClaimKey[] {
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

function withoutRevision({ revision: _, ...rest }: GraphCheckpoint): Target {
  return rest;
}

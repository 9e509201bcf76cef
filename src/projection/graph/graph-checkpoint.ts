import type { GraphRow, GraphStatement, RunInGraph } from '../../platform/neo4j/graph-database.js';
import type { GraphScope } from './graph-scope.js';

/** What the graph reflects. */
export interface GraphCheckpoint {
  /** Number of transactions so far; every transaction raises it. */
  readonly revision: number;
  /** Identifies the log of fact events that the graph follows. With another log the graph is written anew. */
  readonly generation: string;
  /**
   * `clear`: earlier content is being removed; `load`: current claims are being written; `follow`: changes
   * are being written.
   */
  readonly phase: 'clear' | 'load' | 'follow';
  /** Position of the last fact event in the graph; while loading, of the last one before it began. */
  readonly position: number;
  /** Identifies that event among others at the same position; empty before the first. */
  readonly fingerprint: string;
  /** While loading, the key of the last claim written; empty before the first. */
  readonly loaded: string;
  /** Hash of the highest block evaluated, lower-case hex; absent while there is none. */
  readonly blockHash?: string;
  /** Whether the graph reflects a single block, so that it can be read. */
  readonly settled: boolean;
  readonly scope: GraphScope;
}

/** Another writer was faster; nothing was written. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

const NAME = 'graph';

export const READ_CHECKPOINT: GraphStatement = {
  text: 'MATCH (checkpoint:Checkpoint {name: $name}) RETURN checkpoint {.*} AS checkpoint',
  parameters: { name: NAME },
};

/** From the answer to `READ_CHECKPOINT`; undefined when the graph has none. */
export function checkpointOf([row]: readonly GraphRow[]): GraphCheckpoint | undefined {
  if (!row) return undefined;
  const { scope, ...stored } = row.checkpoint as Omit<GraphCheckpoint, 'scope'> & {
    readonly scope?: string;
  };
  // `holdCheckpoint` has created it, but nothing was written to it yet.
  if (scope === undefined) return undefined;
  return { ...stored, scope: JSON.parse(scope) as GraphScope };
}

/**
 * Must come first in every transaction that writes to the graph. Checks that the checkpoint is where the
 * writer expects it, and locks it until the transaction ends.
 *
 * @throws CheckpointMoved
 */
export async function holdCheckpoint(run: RunInGraph, from: GraphCheckpoint | undefined): Promise<void> {
  // A write takes the lock; only what is read after that cannot change.
  await run('MERGE (checkpoint:Checkpoint {name: $name}) SET checkpoint.held = true', { name: NAME });
  const stored = checkpointOf(await run(READ_CHECKPOINT.text, READ_CHECKPOINT.parameters));
  if (stored?.revision !== from?.revision)
    throw new CheckpointMoved(`the graph was moved from revision ${from?.revision} to ${stored?.revision}`);
}

/** Moves the locked checkpoint. */
export async function moveCheckpoint(run: RunInGraph, to: GraphCheckpoint): Promise<void> {
  const properties = { name: NAME, ...to, scope: JSON.stringify(to.scope) };
  await run('MATCH (checkpoint:Checkpoint {name: $name}) SET checkpoint = $properties', {
    name: NAME,
    properties,
  });
}

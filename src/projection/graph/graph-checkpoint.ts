import type { GraphRow, GraphStatement, RunInGraph } from '../../platform/neo4j/graph-database.js';
import type { GraphScope } from './graph-scope.js';

/** How far the graph has come. */
export interface GraphCheckpoint {
  /** Transactions so far; every one moves it. */
  readonly revision: number;
  /** Identifies the fact events that the graph follows; with others it starts again. */
  readonly generation: string;
  /** `clear`: what was there is being removed; `load`: what holds is brought in; `follow`: what changes is. */
  readonly phase: 'clear' | 'load' | 'follow';
  /** Of the last fact event that the graph reflects; while loading, of the last one before it began. */
  readonly position: number;
  /** Identifies that event among others at the same position; empty before the first. */
  readonly fingerprint: string;
  /** While loading, the claim key that was brought in last; empty before the first. */
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
  // Made and not yet written to.
  if (scope === undefined) return undefined;
  return { ...stored, scope: JSON.parse(scope) as GraphScope };
}

/**
 * Comes first in every transaction that writes to the graph: makes sure that the checkpoint is where its writer believes it to be, and
 * holds it there until the transaction ends.
 */
export async function holdCheckpoint(run: RunInGraph, from: GraphCheckpoint | undefined): Promise<void> {
  // Writing to it takes its lock; only what is read after that is sure to stay.
  await run('MERGE (checkpoint:Checkpoint {name: $name}) SET checkpoint.held = true', { name: NAME });
  const stored = checkpointOf(await run(READ_CHECKPOINT.text, READ_CHECKPOINT.parameters));
  if (stored?.revision !== from?.revision)
    throw new CheckpointMoved(`the graph was moved from revision ${from?.revision} to ${stored?.revision}`);
}

/** Moves the checkpoint that is held. */
export async function moveCheckpoint(run: RunInGraph, to: GraphCheckpoint): Promise<void> {
  const properties = { name: NAME, ...to, scope: JSON.stringify(to.scope) };
  await run('MATCH (checkpoint:Checkpoint {name: $name}) SET checkpoint = $properties', {
    name: NAME,
    properties,
  });
}

import type { PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import { definitionSetDigest } from '../../definition/catalog/definition-set.js';
import type { Catalog } from '../../definition/model/definition.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { engineNumbers } from '../store/engine-numbers.js';
import { hasItsFacts, publish } from '../store/publish.js';
import { Candidates } from './candidates.js';
import { changesSince } from './changes.js';
import { servedSet } from './stored-set.js';

/** The work of a re-evaluation. */
export interface Plan {
  /** Digest of the set that the new one replaces. */
  readonly served: string;
  readonly next: string;
  readonly changes: readonly PlannedChange[];
  /** Transitive dependents of changed definitions: re-evaluated for every subject whose dependency changed. */
  readonly resting: readonly string[];
  readonly removed: readonly string[];
  /** Fact sources to read from the log, as canonical JSON. */
  readonly unread: readonly string[];
}

export interface PlannedChange {
  readonly id: string;
  readonly why: string;
  /** Number of addresses to re-evaluate. */
  readonly subjects: number;
}

/**
 * Stores definitions and their registries without serving them, and returns the work of re-evaluating history
 * with them.
 *
 * @returns undefined when they are served already with all their facts, or nothing was evaluated yet
 */
export async function planReevaluation(
  tx: PoolClient,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): Promise<Plan | undefined> {
  const next = definitionSetDigest(catalog, bindings);
  const served = await servedSet(tx);
  if (!served) return undefined;
  const numbers = await engineNumbers(tx, catalog, next);
  const isServed = served.digest === next;
  if (isServed && (await hasItsFacts(tx, numbers.set, catalog))) return undefined;
  // The served set gets the sources that it lacks once they are read.
  if (!isServed) await publish(tx, catalog, bindings, numbers);
  const { changes, removed, unread } = changesSince(served, catalog, bindings);
  const candidates = new Candidates(catalog, new TriggerIndex(catalog, bindings), numbers);
  const planned: PlannedChange[] = [];
  for (const change of changes) {
    const { id } = catalog.definitions[change.definition]!;
    planned.push({ id, why: change.why, subjects: await candidates.count(tx, served.id, change) });
  }
  const changed = new Set(planned.map(({ id }) => id));
  return {
    served: served.digest,
    next,
    changes: planned,
    resting: restingOn(changed, catalog),
    removed,
    unread: unread.map((source) => catalog.sources[source]!.text),
  };
}

function restingOn(changed: ReadonlySet<string>, { definitions }: Catalog): readonly string[] {
  const reached = new Set(changed);
  const upwards = [...definitions].sort((a, b) => a.stratum - b.stratum);
  for (const { id, dependsOn } of upwards) if (dependsOn.some((one) => reached.has(one))) reached.add(id);
  return [...reached].filter((id) => !changed.has(id)).sort();
}

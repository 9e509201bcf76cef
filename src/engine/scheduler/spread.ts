import type { Dependency, DependencyKey, ViewChange } from '../model/engine-store.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue } from './dirty-queue.js';

/** Marks what depends on changed facts and claims of others as dirty, over the blocks of the change. */
export async function spread(
  changed: ChangedKeys,
  dependents: (keys: readonly DependencyKey[]) => Promise<readonly Dependency[]>,
  queue: Pick<DirtyQueue, 'add'>,
): Promise<void> {
  const { keys } = changed;
  if (keys.length === 0) return;
  for (const dependent of await dependents(keys)) {
    const { from, to } = changed.blocksOf(dependent);
    queue.add(dependent.definition, dependent.subject, from, to);
  }
}

/** View calls with other results. Every evaluation depends on the view calls that it reads, of its subject too. */
export function addViews(
  changes: readonly ViewChange[],
  triggers: TriggerIndex,
  changed = new ChangedKeys(),
): ChangedKeys {
  for (const { contract, data, from } of changes)
    for (const source of triggers.viewsOf(data))
      changed.add({ of: contract, what: triggers.sourceText(source, data) }, from, Number.MAX_SAFE_INTEGER);
  return changed;
}

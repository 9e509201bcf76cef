import type { Address } from '../../domain/chain/hex.js';
import type { Dependency, DependencyKey, ViewChange } from '../model/engine-store.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue } from './dirty-queue.js';

/** Marks evaluations that read changed facts or claims of others as dirty, over the blocks of the change. */
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

/**
 * Marks the same subject's dependents of a claim as dirty over its blocks, and adds the claim for other
 * subjects.
 */
export function spreadClaim(
  claim: { readonly subject: Address; readonly id: string; readonly from: number; readonly to: number },
  triggers: TriggerIndex,
  queue: Pick<DirtyQueue, 'add'>,
  changed: ChangedKeys,
): void {
  const { subject, id, from, to } = claim;
  for (const dependent of triggers.dependentsOf(id)) queue.add(dependent, subject, from, to);
  if (triggers.isReadAcrossSubjects(id)) changed.add({ of: subject, what: id }, from, to);
}

/**
 * Adds the view calls whose results changed. An evaluation depends on every view call that it reads, also of
 * its own subject.
 */
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

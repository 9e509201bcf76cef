import { WriteBatch } from '../segments/write-batch.js';
import type { DirtyQueue } from './dirty-queue.js';
import { type Figures, type Parts, Pass } from './pass.js';
import { spread } from './spread.js';

/** Evaluates until the queue is empty. Only dependents of changed claims are added to it. */
export async function evaluateQueue(queue: DirtyQueue, parts: Parts): Promise<Figures> {
  const figures: Figures = { pairs: 0, evaluations: 0, proofs: 0 };
  const batch = new WriteBatch();
  for (let items = queue.take(); items.length > 0; items = queue.take()) {
    const changed = await new Pass(queue, parts, batch, figures).run(items);
    await spread(changed, (keys) => batch.dependents(keys, parts.store), queue);
  }
  await batch.write(parts.store);
  return figures;
}

import type { Hash } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import { type Bundle, blockHashes } from '../bundle/bundle.schema.js';
import type { BundledViewResult } from '../bundle/witness.schema.js';
import { demand } from '../evidence/finding.js';
import type { ReadPlaces } from '../evidence/read-places.js';
import { checkViews, requireKnown } from './check-views.js';
import { GasBudget } from './gas-budget.js';

/**
 * V3: executes every view call for which a bundle has a witness.
 *
 * @param read collects which places are read and whether each is bound, for V4
 * @throws Refuted, or EngineNotLoaded
 */
export async function checkBundledViews(
  { blocks, views }: Bundle,
  schedule: ForkSchedule | undefined,
  read: ReadPlaces,
): Promise<void> {
  const byBlock = new Map<Hash, (readonly [string, BundledViewResult])[]>();
  for (const [ref, result] of Object.entries(views?.results ?? {})) {
    const { blockHash } = parseRef(ref)!;
    const own = byBlock.get(blockHash);
    if (own) own.push([ref, result]);
    else byBlock.set(blockHash, [[ref, result]]);
    demand(blocks[blockHash]?.witness !== undefined, ref, 'its block has no witness');
  }
  const budget = new GasBudget();
  for (const blockHash of blockHashes({ blocks })) {
    const { witness, header } = blocks[blockHash]!;
    if (witness === undefined) continue;
    const own = byBlock.get(blockHash);
    demand(own !== undefined, `witness of block ${blockHash}`, 'no call rests on it');
    const views = { blockHash, header, witness, views: own };
    const { results, ofCallers } = await checkViews(views, schedule, read, budget);
    for (const [at, { volatile }] of results.entries()) {
      const [ref] = own[at]!;
      demand(volatile.length === 0, ref, `is good for its block alone: it reads ${volatile.join(', ')}`);
      demand(!ofCallers.has(at), ref, 'depends on who calls');
    }
  }
  if (views === undefined) return;
  demand(byBlock.size > 0, 'the bundle', 'has no call');
  requireKnown(views);
}

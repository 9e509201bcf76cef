import type { Definition } from '../../definition/catalog/definition.js';
import { evaluate } from '../../evaluator/evaluate/evaluate.js';
import type { BlockRange } from '../../kernel/interval/block-range.js';
import type { Read, Want } from './engine-store.js';
import { Moment } from './moment.js';
import type { Piece } from './splice.js';
import type { World } from './world.js';

export interface Sweep {
  /** Without holes, from the block asked to the end of the range. */
  readonly pieces: readonly Piece[];
  readonly wants: readonly Want[];
  readonly crossReads: readonly Read[];
  readonly unjudged: readonly { readonly id: string; readonly address: string }[];
}

/**
 * Judges a subject at `from` and at every later block of the range at which something that the judgement read may differ.
 *
 * @returns undefined when something it asked for has still to be loaded
 */
export function sweep(
  definition: Definition,
  subject: string,
  world: World,
  range: BlockRange,
  from: number,
): Sweep | undefined {
  const pieces: Piece[] = [];
  const wants: Want[] = [];
  const crossReads: Read[] = [];
  const unjudged: { id: string; address: string }[] = [];
  for (let block = from; block <= range.toBlock; ) {
    const moment = new Moment(world, subject, block, range);
    const misses = world.misses;
    const evaluation = evaluate(definition, subject, moment);
    if (world.misses !== misses) return undefined;
    const to = Math.min(moment.next - 1, range.toBlock);
    pieces.push({ from: block, to, evaluation });
    wants.push(...moment.wants);
    crossReads.push(...moment.crossReads);
    unjudged.push(...moment.unjudged);
    block = to + 1;
  }
  return { pieces, wants, crossReads, unjudged };
}

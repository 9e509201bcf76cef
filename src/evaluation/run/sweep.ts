import type { Definition } from '../../definition/catalog/definition.js';
import { evaluate } from '../../evaluator/evaluate/evaluate.js';
import type { BlockRange } from '../../kernel/interval/block-range.js';
import { Moment } from './moment.js';
import type { Notes } from './notes.js';
import type { Piece } from './splice.js';
import type { World } from './world.js';

/**
 * Judges a subject at `from` and at every later block of the range at which something that the judgement read may differ.
 *
 * @param notes takes what is found out on the way
 * @returns pieces without holes, from the block asked to the end of the range; undefined when something it asked for has still to be loaded
 */
export function sweep(
  definition: Definition,
  subject: string,
  world: World,
  range: BlockRange,
  from: number,
  notes: Notes,
): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (let block = from; block <= range.toBlock; ) {
    const moment = new Moment(world, subject, block, range, notes);
    const misses = world.misses;
    const evaluation = evaluate(definition, subject, moment);
    if (world.misses !== misses) return undefined;
    const to = Math.min(moment.next - 1, range.toBlock);
    pieces.push({ from: block, to, evaluation });
    block = to + 1;
  }
  return pieces;
}

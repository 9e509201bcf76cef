import type { EventInput } from './declaration.js';
import type { DecodedArg } from './decoded-event.js';
import { fitEvent, type LogContent } from './fit-event.js';
import { WORD_DIGITS } from './word-value.js';

/**
 * The most words that are decoded to find the indexed parameters of one log. Seventeen parameters with three
 * indexed ones take fewer, and more do not fit on the stack of the EVM.
 */
const MAX_WORDS = 32_768;

export interface InferredEvent {
  readonly args: readonly DecodedArg[];
  /** Whether no other choice of indexed parameters fits. */
  readonly isOnly: boolean;
}

/**
 * Finds from the log alone which parameters of a bare signature are indexed: as many as there are topics, the
 * first choice in order of the parameters that fits. Undefined when none fits. Where the data is too large to
 * try every choice, `isOnly` is false.
 */
export function inferEvent(inputs: readonly EventInput[], log: LogContent): InferredEvent | undefined {
  const cost = inputs.length + log.data.length / WORD_DIGITS;
  let spent = 0;
  let found: DecodedArg[] | undefined;
  for (const chosen of choices(inputs.length, log.topics.length)) {
    if (spent > MAX_WORDS) return found && { args: found, isOnly: false };
    spent += cost;
    const args = fitEvent(
      inputs.map((input, at) => ({ ...input, indexed: chosen.includes(at) })),
      log,
    );
    if (args !== undefined && found !== undefined) return { args: found, isOnly: false };
    found ??= args;
  }
  return found && { args: found, isOnly: true };
}

/**
 * Every choice of `size` numbers below `count`. Each is ascending, and choices with lower numbers come first.
 */
function* choices(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  for (let first = from; size > 0 && first <= count - size; first++) {
    for (const rest of choices(count, size - 1, first + 1)) yield [first, ...rest];
  }
}

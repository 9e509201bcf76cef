import type { Frame, PrecompileCall } from '../../domain/chain/record/block.js';
import type { SourcedBlock } from '../../node/rpc/rpc-block.js';
import { BlockRefused } from './finding/block-refused.js';
import { printable } from './printable.js';

/**
 * The calls to precompiles of transactions in which something failed, each once and in order. Their content
 * is trusted.
 *
 * @param fitted frames in normal form
 * @returns per transaction; undefined where the tracer does not list every call. A block without transactions
 * needs no tracer
 * @throws BlockRefused
 */
export function fitPrecompileCalls(
  { frames = [], listsEveryCall }: Pick<SourcedBlock, 'frames' | 'listsEveryCall'>,
  fitted: readonly (readonly Frame[])[] | undefined,
  number: number,
): PrecompileCall[][] | undefined {
  if (fitted === undefined || (fitted.length > 0 && listsEveryCall !== true)) return undefined;
  return fitted.map((list, transactionIndex) => {
    const calls = frames[transactionIndex]![0]!.precompileCalls ?? [];
    if (!areInPlace(calls, list.length)) {
      throw new BlockRefused('frames', number, {
        transactionIndex,
        problem: 'a call to a precompile out of place',
      });
    }
    return calls.map(fit);
  });
}

function areInPlace(calls: readonly PrecompileCall[], frames: number): boolean {
  return calls.every(({ caller, position }, at) => {
    const before = calls[at - 1];
    if (caller >= frames) return false;
    return !before || before.caller < caller || (before.caller === caller && before.position < position);
  });
}

function fit({ caller, position, failure }: PrecompileCall): PrecompileCall {
  if (failure === undefined) return { caller, position };
  return { caller, position, failure: { ...failure, error: printable(failure.error) } };
}

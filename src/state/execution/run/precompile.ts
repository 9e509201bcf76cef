import type { ExecResult, PrecompileFunc, PrecompileInput } from '@ethereumjs/evm';
import type { Address } from '../../../domain/chain/hex.js';
import { isOutOfGas } from './halt.js';
import type { Run } from './run.js';
import { Undecided } from './undecided.js';
import { precompileSteps } from './weights.js';

/** From MODEXP on, a precompile takes about as long per gas as an opcode of the reference; hashes take far less. */
const FIRST_SLOW = 5n;
const RECOVERY = 1n;
/** Steps for each unit of gas of a slow precompile, where work is bounded: half a microsecond or less. */
const STEPS_OF_GAS = 5;

/**
 * Runs a precompile. The gas of a slow one counts as steps, because 10 million gas of BLAKE2F or pairings
 * take seconds. A precompile gets no more gas than there are steps left; if it fails for that alone, the run
 * is undecided. So is a run whose precompile cannot run here, such as KZG point evaluation without its setup.
 */
export function runPrecompile(
  run: Run,
  address: Address,
  precompile: PrecompileFunc,
  input: PrecompileInput,
): ExecResult | Promise<ExecResult> {
  const isSlow = BigInt(address) >= FIRST_SLOW;
  // Spent before the call, because a call that fails takes as long.
  const least = isSlow || BigInt(address) === RECOVERY ? run.limits.precompileSteps : 0;
  run.spendSteps(least);
  if (!isSlow) run.weigh(precompileSteps(BigInt(address), input.data.length));
  const isWeighed = run.limits.work !== undefined;
  const stepsOfGas = isWeighed ? STEPS_OF_GAS : 1;
  const most = BigInt(Math.floor((run.stepsLeft + (isWeighed ? least : 0)) / stepsOfGas));
  const isShort = isSlow && input.gasLimit > most;
  const failed = (): never => {
    throw new Undecided({ kind: 'precompile', address });
  };
  const settled = (result: ExecResult): ExecResult => {
    if (result.exceptionError === undefined) {
      if (isSlow) run.spendSteps(Math.max(0, stepsOfGas * Number(result.executionGasUsed) - least));
      return result;
    }
    // A failing call counts all of its gas, whatever is left, so that it is not cheaper with a larger share.
    if (isSlow) run.weigh(Math.max(0, stepsOfGas * Number(input.gasLimit) - least));
    if (isShort && isOutOfGas(result)) throw new Undecided({ kind: 'budget', what: 'steps' });
    return { ...result, executionGasUsed: input.gasLimit };
  };
  let result: ExecResult | Promise<ExecResult>;
  try {
    result = precompile(isShort ? { ...input, gasLimit: most } : input);
  } catch {
    return failed();
  }
  return result instanceof Promise ? result.then(settled, failed) : settled(result);
}

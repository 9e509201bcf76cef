import type { Address } from '../../../domain/chain/hex.js';
import type { ReferenceEngine } from '../reference/reference-engine.js';
import type { ForkRules } from '../run/fork-rules.js';
import { isOutOfGas } from '../run/halt.js';
import { LIMITS } from '../run/limits.js';
import type { Run } from '../run/run.js';
import { Undecided } from '../run/undecided.js';
import { decidedView, undecidedView } from '../run/view-outcome.js';
import type { ViewResult } from '../run/view-result.js';
import { arithmeticHandlers } from './arithmetic.js';
import { type CallResult, callHandlers, type InnerCall } from './call-handlers.js';
import { delegateOf } from './delegate.js';
import { environmentHandlers } from './environment.js';
import { FastRun } from './fast-run.js';
import { flowHandlers, writeHandlers } from './flow.js';
import { Frame } from './frame.js';
import { type GasCosts, gasCosts } from './gas-costs.js';
import type { Handler } from './handler.js';
import { memoryHandlers } from './memory-handlers.js';
import { FAULT, HAND_OVER, OUT_OF_GAS } from './signals.js';
import { stateHandlers } from './state-handlers.js';

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const NOTHING = new Uint8Array(0);

/** SHA-256 and RIPEMD-160. */
const HASHES: ReadonlySet<bigint> = new Set([2n, 3n]);
const IDENTITY = 4n;

/**
 * A synchronous interpreter of the opcodes that views use, some ten times as fast as the reference. It answers as the
 * reference does, gas and footprint included, or hands the call over to it: writes, value, creations, deep frames, and
 * precompiles that take long for their gas. So no run holds a thread for much more than a tenth of a second.
 */
export class FastEngine {
  readonly #costs: GasCosts;
  readonly #handlers: readonly Handler[];
  readonly #hasDelegations: boolean;

  constructor(
    private readonly rules: ForkRules,
    private readonly reference: ReferenceEngine,
  ) {
    const { common } = rules;
    this.#costs = gasCosts(common);
    this.#hasDelegations = common.isActivatedEIP(7702);
    this.#handlers = this.#table();
  }

  /** Executes a call. Undefined if it is for the reference; what the run has noted is then void. */
  run(to: Address, data: Uint8Array, run: Run, gas: number = LIMITS.gas): ViewResult | undefined {
    if (this.rules.isForReferenceOnly || this.rules.precompiles.has(to)) return undefined;
    try {
      return this.#execute(to, data, run, gas);
    } catch (error) {
      if (error === HAND_OVER) return undefined;
      if (error instanceof Undecided) return undecidedView(run, error.reason);
      throw error;
    }
  }

  #execute(to: Address, data: Uint8Array, run: Run, gas: number): ViewResult {
    const shared = new FastRun(run, this.#costs, this.rules);
    shared.warm.touchAccount(run.caller);
    shared.warm.touchAccount(to);
    const code = this.#codeToRun(run, to, (delegate) => shared.warm.touchAccount(delegate));
    if (code.length === 0) return decidedView(run, 'returned', NOTHING, 0);
    const call = { code, self: to, caller: run.callerWord, input: data, gas, isStatic: false };
    const frame = new Frame({ ...call, depth: 0, isCapped: true }, shared);
    this.#runFrame(frame);
    const { outcome, output } = frame.result ?? { outcome: 'reverted', output: NOTHING };
    return decidedView(run, outcome, new Uint8Array(output), gas - frame.gas);
  }

  /** The code of an account, or of the one that it delegates to. */
  #codeToRun(run: Run, to: Address, onDelegate?: (delegate: Address) => void): Uint8Array {
    const code = run.code(to);
    const delegate = this.#hasDelegations ? delegateOf(code) : undefined;
    if (delegate === undefined) return code;
    const target = run.code(delegate);
    onDelegate?.(delegate);
    return target;
  }

  #call({ shared }: Frame, call: InnerCall): CallResult {
    const { to, gas, input, isCapped } = call;
    if (this.rules.precompiles.has(to) && BigInt(to) !== IDENTITY && !HASHES.has(BigInt(to))) throw HAND_OVER;
    const precompile = this.reference.precompile(shared.run, to, input, gas);
    if (precompile instanceof Promise) {
      precompile.catch(() => {});
      throw HAND_OVER;
    }
    if (precompile !== undefined) {
      if (isOutOfGas(precompile)) starve(shared.run, isCapped);
      const succeeded = precompile.exceptionError === undefined;
      const output = succeeded ? precompile.returnValue : NOTHING;
      return { succeeded, gasUsed: Number(precompile.executionGasUsed), output };
    }
    const code = this.#codeToRun(shared.run, to);
    if (code.length === 0) return { succeeded: true, gasUsed: 0, output: NOTHING };
    const mark = shared.warm.mark;
    const frame = new Frame({ ...call, code }, shared);
    this.#runFrame(frame);
    const succeeded = frame.result?.outcome === 'returned';
    if (!succeeded) shared.warm.undoTo(mark);
    return { succeeded, gasUsed: gas - frame.gas, output: frame.result?.output ?? NOTHING };
  }

  /** Runs a frame to its end; one that halts exceptionally has no result and no gas left. */
  #runFrame(frame: Frame): void {
    try {
      this.#loop(frame);
    } catch (error) {
      if (error === OUT_OF_GAS) starve(frame.run, frame.call.isCapped);
      if (error !== FAULT && error !== OUT_OF_GAS) throw error;
      frame.gas = 0;
    }
  }

  #loop(frame: Frame): void {
    const { code, analysis } = frame;
    const { base, isDynamic } = this.#costs;
    while (frame.result === undefined) {
      const at = frame.pc;
      if (at >= code.length) {
        frame.result = { outcome: 'returned', output: NOTHING };
        return;
      }
      const opcode = code[at]!;
      if (opcode >= PUSH1 && opcode <= PUSH32) {
        frame.spend(base[opcode]!);
        frame.push(analysis.pushed(at));
        frame.pc = at + opcode - PUSH1 + 2;
        continue;
      }
      const gas = base[opcode];
      if (gas === undefined) throw FAULT;
      if (!isDynamic[opcode]) frame.spend(gas);
      frame.pc = at + 1;
      this.#handlers[opcode]!(frame);
    }
  }

  #table(): readonly Handler[] {
    const handlers = Array.from({ length: 256 }, (): Handler => handOver);
    const groups = [
      arithmeticHandlers(this.#costs),
      memoryHandlers(this.#costs),
      flowHandlers(this.#costs),
      writeHandlers(),
      environmentHandlers(this.rules.common),
      stateHandlers(this.#costs),
      callHandlers(this.#costs, this.#hasDelegations, (frame, call) => this.#call(frame, call)),
    ];
    for (const group of groups) for (const [opcode, handler] of group) handlers[opcode] = handler;
    return handlers;
  }
}

/** A frame ran out of gas. Throws Undecided if it had what the budget left. */
function starve(run: Run, isCapped: boolean): void {
  if (isCapped) throw new Undecided({ kind: 'budget', what: 'gas' });
  run.noteStarved();
}

function handOver(): never {
  throw HAND_OVER;
}

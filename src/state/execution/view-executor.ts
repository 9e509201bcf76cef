import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { FastEngine } from './fast/fast-engine.js';
import { ReferenceEngine } from './reference/reference-engine.js';
import type { BlockContext } from './run/block-context.js';
import type { CallConditions } from './run/call-convention.js';
import { executionFork } from './run/execution-fork.js';
import { type ForkRules, forkRules } from './run/fork-rules.js';
import type { RunLimits } from './run/limits.js';
import { Run, type StopsAt } from './run/run.js';
import type { StateSource } from './run/state-source.js';
import { withoutRules } from './run/view-outcome.js';
import type { ViewResult } from './run/view-result.js';

/** How a call is executed; by the convention of the service where a field is left out. */
export interface ViewOptions {
  /** With less, more runs are undecided, but no result differs unless the call looks at its gas. */
  readonly gas?: number | undefined;
  /** Ends the run at a call that it is about to make. */
  readonly stopsAt?: StopsAt | undefined;
  readonly limits?: RunLimits | undefined;
  readonly conditions?: CallConditions | undefined;
}

interface Engines {
  readonly rules: ForkRules;
  readonly reference: ReferenceEngine;
  readonly fast: FastEngine;
}

/** Executes view calls by the rules of their blocks: one pair of interpreters per fork, made when first needed. */
export class ViewExecutor {
  readonly #engines = new Map<string, Engines | undefined>();

  constructor(private readonly schedule: ForkSchedule) {}

  /** A call of `to` with `data` after the transactions of a block: by the fast interpreter, else by the reference. */
  async view(
    to: Address,
    data: Uint8Array,
    block: BlockContext,
    source: StateSource,
    options?: Pick<ViewOptions, 'stopsAt' | 'limits'>,
  ): Promise<ViewResult> {
    return (
      this.fastView(to, data, block, source, options) ?? this.referenceView(to, data, block, source, options)
    );
  }

  /** Executes a call by the fast interpreter alone, at once; undefined if the call is for the reference. */
  fastView(
    to: Address,
    data: Uint8Array,
    block: BlockContext,
    source: StateSource,
    options: ViewOptions = {},
  ): ViewResult | undefined {
    const engines = this.#enginesOf(block);
    return engines?.fast.run(to, data, runOf(block, source, engines, options), options.gas);
  }

  /** Executes a call by the reference alone, whose answer a proof states. */
  async referenceView(
    to: Address,
    data: Uint8Array,
    block: BlockContext,
    source: StateSource,
    options: ViewOptions = {},
  ): Promise<ViewResult> {
    const engines = this.#enginesOf(block);
    if (engines === undefined) return withoutRules(executionFork(this.schedule, block).name);
    return engines.reference.run(to, data, runOf(block, source, engines, options), options.gas);
  }

  #enginesOf(block: BlockContext): Engines | undefined {
    const fork = executionFork(this.schedule, block);
    if (!this.#engines.has(fork.name)) {
      const rules = forkRules(this.schedule, fork);
      this.#engines.set(fork.name, rules && enginesFor(rules));
    }
    return this.#engines.get(fork.name);
  }
}

function runOf(block: BlockContext, source: StateSource, { rules }: Engines, options: ViewOptions): Run {
  const { limits, stopsAt, conditions } = options;
  return new Run(block, source, rules, limits, stopsAt, conditions);
}

function enginesFor(rules: ForkRules): Engines {
  const reference = new ReferenceEngine(rules);
  return { rules, reference, fast: new FastEngine(rules, reference) };
}

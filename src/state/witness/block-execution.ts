import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { delegation } from '../execution/delegation.js';
import type { Asked } from '../execution/observation.js';
import { ReferenceEngine } from '../execution/reference/reference-engine.js';
import { type BlockContext, contextOf } from '../execution/run/block-context.js';
import type { CallConditions } from '../execution/run/call-convention.js';
import type { ForkRules } from '../execution/run/fork-rules.js';
import { Run } from '../execution/run/run.js';
import type { StateSource } from '../execution/run/state-source.js';
import { withoutRules } from '../execution/run/view-outcome.js';
import type { ViewResult } from '../execution/run/view-result.js';
import { blockRules } from './block-rules.js';
import type { WitnessedCall } from './witnessed-call.js';

/** The result of a view call. */
export interface ExecutedView {
  readonly result: ViewResult;
  /** How many headers of earlier blocks the call needed, for the hashes that it read. */
  readonly ancestors: number;
}

/** Executes view calls at the end of one block, by the reference, from what its header says. One call at a time. */
export class BlockExecution {
  /** Name of the fork whose rules hold. */
  readonly fork: string;
  readonly #rules: ForkRules | undefined;
  readonly #engine: ReferenceEngine | undefined;
  readonly #context: BlockContext;
  #ancestors = 0;

  /** @param ancestors headers of the blocks before, newest first: BLOCKHASH reads hashes from them. Further ones may be added between runs */
  constructor(header: Header, ancestors: readonly Header[], schedule: ForkSchedule) {
    const { fork, rules } = blockRules(schedule, header);
    this.fork = fork.name;
    this.#rules = rules;
    this.#engine = this.#rules && new ReferenceEngine(this.#rules);
    this.#context = contextOf(header, schedule, (number) => {
      const distance = header.number - number;
      this.#ancestors = Math.max(this.#ancestors, distance - 1);
      return [header, ...ancestors][distance - 1]?.parentHash;
    });
  }

  /** @param conditions of a call with data */
  async run(
    { to, data, selector }: WitnessedCall,
    source: StateSource,
    conditions?: CallConditions,
  ): Promise<ExecutedView> {
    this.#ancestors = 0;
    const engine = this.#engine;
    if (engine === undefined) return { result: withoutRules(this.fork), ancestors: 0 };
    const view = (asked: Asked) =>
      engine.run(
        to,
        asked.data,
        new Run(this.#context, asked.source, this.#rules!, undefined, asked.stopsAt, conditions),
      );
    const result =
      data === undefined ? await delegation(to, source, view, selector) : await view({ data, source });
    return { result, ancestors: this.#ancestors };
  }
}

import type { Fault } from '../simulation/fault-plan.js';
import type { Prng } from '../simulation/prng.js';
import type { SimulatedNode } from '../simulation/simulated-node.js';
import type { IngesterUnderTest } from './ingester-under-test.js';

/** The deepest reorganisation: blocks further below the highest head are final to the ingester. */
const UNDOABLE = 64;

/** Faults that pass by themselves. Tests of time-outs cover a node that hangs. */
const FAULTS: readonly Fault[] = [
  'nullBlock',
  'wrongParent',
  'wrongNumber',
  'falseBloom',
  'forgedFrom',
  'truncatedReceipts',
  'missingLogs',
  'staleHead',
  'twoFaced',
  'http500',
  'http429',
  'malformedJson',
  'shuffledBatch',
];

/** The life of a node and its ingester, drawn from a seed one event at a time. */
export class RandomLife {
  /** Events so far, to be printed after a failure. */
  readonly story: string[] = [];
  #highestHead = 0;

  constructor(
    private readonly random: Prng,
    private readonly node: SimulatedNode,
    private readonly ingester: IngesterUnderTest,
  ) {}

  async begin(): Promise<void> {
    await this.#extend(this.random.between(1, 90));
    this.ingester.start();
  }

  /** One event, without waiting for the ingester. */
  async live(): Promise<void> {
    const roll = this.random.between(0, 99);
    if (roll < 25) await this.#extend(this.random.between(1, 20));
    else if (roll < 60) await this.#reorg();
    else if (roll < 70) this.#finalize();
    else if (roll < 85) this.#spoil();
    else await this.#restart(roll < 94);
  }

  async #extend(blocks: number): Promise<void> {
    this.story.push(`extend ${blocks}`);
    await this.node.chain.extend(blocks);
    this.#noteHead();
  }

  /** One reorganisation, or several nested ones; each to a longer, equal or shorter chain. */
  async #reorg(): Promise<void> {
    const { chain } = this.node;
    for (let times = this.random.pick([1, 1, 2, 3]); times > 0; times--) {
      const head = chain.head!.number;
      const lowest = Math.max(chain.firstBlock, chain.finalized?.number ?? 0, this.#highestHead - UNDOABLE);
      const deepest = Math.min(UNDOABLE, head - lowest);
      if (deepest < 1) return;
      const depth = this.random.chance(0.2) ? deepest : this.random.between(1, deepest);
      // With no new block the node would look as if it lagged.
      const length = this.random.between(1, depth + this.random.between(0, 6));
      this.story.push(`reorg ${depth} to ${length}`);
      await chain.reorg(depth, length);
      this.#noteHead();
    }
  }

  #finalize(): void {
    const { chain } = this.node;
    const lowest = chain.finalized?.number ?? chain.firstBlock;
    const number = this.random.between(
      lowest,
      Math.max(lowest, chain.head!.number - this.random.between(1, 64)),
    );
    this.story.push(`finalize ${number - chain.firstBlock}`);
    chain.finalize(number);
  }

  #spoil(): void {
    for (let kinds = this.random.between(1, 3); kinds > 0; kinds--) {
      const fault = this.random.pick(FAULTS);
      const answers = this.random.between(1, 3);
      this.story.push(`${fault} ${answers} times`);
      this.node.faults.arm(fault, answers);
    }
  }

  async #restart(brutally: boolean): Promise<void> {
    this.story.push(brutally ? 'kill' : 'stop');
    await (brutally ? this.ingester.kill() : this.ingester.stop());
    if (this.random.chance(0.5)) await this.#reorg();
    this.ingester.start();
  }

  #noteHead(): void {
    this.#highestHead = Math.max(this.#highestHead, this.node.chain.head!.number);
  }
}

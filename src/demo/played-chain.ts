import { type Hex, numberToHex } from 'viem';
import type { Run } from '../platform/process/kept-process.js';
import type { AnvilProcess } from './chain/anvil-process.js';
import { BlockWriter } from './chain/block-writer.js';
import type { OutsideTransactions } from './chain/outside-transactions.js';
import { waitingIn } from './chain/pool.js';
import { FIRST_BLOCK } from './genesis/first-block.js';
import { GENESIS_TIME } from './genesis/genesis.js';
import { playLife } from './scenario/life.js';
import { planHistory } from './scenario/plan-history.js';
import { Manifest } from './stage/manifest.js';
import { Stage } from './stage/stage.js';

/** The demo chain in one run of anvil. */
export class PlayedChain {
  readonly run: Run;

  private constructor(
    private readonly anvil: AnvilProcess,
    readonly manifest: Manifest,
    private readonly stage: Stage,
    private readonly writer: BlockWriter,
  ) {
    this.run = anvil.run();
  }

  /**
   * Plays the whole scripted history, and life at least up to a height.
   *
   * @throws Error when the chain deviates from the scenario
   */
  static async play(
    anvil: AnvilProcess,
    seed: string,
    outside: OutsideTransactions,
    toHeight: number,
  ): Promise<PlayedChain> {
    const manifest = new Manifest();
    const stage = new Stage(seed, manifest, { number: FIRST_BLOCK, timestamp: GENESIS_TIME });
    const writer = new BlockWriter(anvil.client(), manifest, outside, FIRST_BLOCK);
    await planHistory(stage);
    for (const block of stage.takeBlocks()) await writer.write(block);
    const chain = new PlayedChain(anvil, manifest, stage, writer);
    while (writer.height < Math.max(toHeight, outside.lastBlock)) await chain.liveOneBlock();
    return chain;
  }

  get port(): number {
    return Number(new URL(this.anvil.url).port);
  }

  get height(): number {
    return this.writer.height;
  }

  async liveOneBlock(): Promise<void> {
    playLife(this.stage);
    for (const block of this.stage.takeBlocks()) await this.writer.write(block);
  }

  async hashAt(number: number): Promise<Hex> {
    const block = await this.anvil
      .client()
      .call<{ hash: Hex }>('eth_getBlockByNumber', numberToHex(number), false);
    return block.hash;
  }

  /** Hashes of the transactions that wait for a block. */
  waiting(): Promise<Hex[]> {
    return waitingIn(this.anvil.client());
  }
}

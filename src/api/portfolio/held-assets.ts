import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { type Holdings, HoldingsReader } from '../../projection/balance/holdings.reader.js';
import { BlockReader } from '../../records/block/block.reader.js';
import { StateGapReader } from '../../records/coverage/state-gap.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { portfolioTooLarge } from '../refusal/balance-refusals.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { PortfolioBounds } from './portfolio-bounds.js';

/** An asset with a positive balance. */
export interface HeldAsset {
  /** `0x` hex; absent for ether. */
  readonly token?: Address;
  /** In the smallest unit. */
  readonly balance: bigint;
  /** Absent for ether if no block was requested. */
  readonly asOfBlock?: number;
}

/** The assets of an address at the end of a block. */
export interface HeldAtBlock {
  readonly block: number;
  /** Time of the block, Unix seconds. */
  readonly timestamp: number;
  /** As in `Holdings`. */
  readonly coveredTokenCount?: number;
  readonly assets: readonly HeldAsset[];
  /** State that is missing, and without which balances could not be executed. */
  readonly missing: Holdings['missing'];
  /** Why the assets are not known: the balance of ether is not known. */
  readonly refusal?: NotCovered;
}

/** Finds the assets of an address. It refuses where they are not known. */
@Injectable()
export class HeldAssets {
  constructor(
    private readonly blocks: BlockReader,
    private readonly holdings: HoldingsReader,
    private readonly gaps: StateGapReader,
    private readonly chain: ChainBounds,
    private readonly bounds: PortfolioBounds,
  ) {}

  /**
   * @param block the head by default
   * @param tx a transaction with a snapshot, so that all reads are of the same block
   * @throws Refusal where the block is not stored, or the address has too many assets
   */
  async of(address: Address, block: number | undefined, tx: PoolClient): Promise<HeldAtBlock> {
    const { number, timestamp } = await this.#hour(block, tx);
    const { maxPositions } = this.bounds;
    const held = await this.holdings.holdings(address, this.chain.firstBlock, maxPositions + 1, number, tx);
    const { coveredTokenCount, missing, native } = held;
    const common = {
      ...{ block: number, timestamp, missing },
      ...(coveredTokenCount !== undefined && { coveredTokenCount }),
    };
    // Unknown ether is not zero ether: the sum would be too small.
    if (native === undefined) return { ...common, assets: [], refusal: await this.#lacking(held, tx) };
    const assets = [...etherOf(native, block), ...held.tokens.map(tokenOf)];
    if (assets.length > maxPositions) throw portfolioTooLarge(maxPositions, assets.length);
    return { ...common, assets };
  }

  async #hour(
    block: number | undefined,
    tx: Pick<Pool, 'query'>,
  ): Promise<{ readonly number: number; readonly timestamp: number }> {
    const { firstBlock } = this.chain;
    if (block === undefined) {
      return this.blocks.newest(tx);
    }
    checkInChain(block, firstBlock, 'block');
    const found = await this.blocks.atNumber(block, firstBlock, tx);
    return found.block;
  }

  async #lacking({ block, headBlock }: Holdings, tx: Pick<Pool, 'query'>): Promise<NotCovered> {
    const gap = await this.gaps.lastUpTo(block, this.chain.firstBlock, tx);
    return gap ? NotCovered.record({ headNumber: headBlock, ...gap }) : NotCovered.unavailable();
  }
}

function etherOf({ wei }: NonNullable<Holdings['native']>, asked: number | undefined): HeldAsset[] {
  const balance = BigInt(wei);
  return balance === 0n ? [] : [{ balance, ...(asked !== undefined && { asOfBlock: asked }) }];
}

function tokenOf({ token, balance, asOfBlock }: Holdings['tokens'][number]): HeldAsset {
  return { token, balance: BigInt(balance), asOfBlock };
}

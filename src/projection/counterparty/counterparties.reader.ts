import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BEST_AT_BLOCK } from './best-at-block.js';
import { BEST_OF_ALL } from './best-of-all.js';
import { FLAGS, TOKEN_FLAGS_SHIFT } from './interaction.js';

/** Kinds of token that moved between two addresses. */
export type TokenClass = 'fungible' | 'nft';

/** The interactions of one address with another; counts are of transactions, each counted once. */
export interface CounterpartyRow {
  readonly counterparty: Address;
  /** Reverted ones included. */
  readonly txCount: number;
  readonly succeededCount: number;
  readonly sentCount: number;
  readonly receivedCount: number;
  readonly externalCount: number;
  readonly internalCount: number;
  readonly tokenCount: number;
  readonly tokenClasses: readonly TokenClass[];
  readonly firstBlock: number;
  readonly lastBlock: number;
}

/** The first counterparties of a ranking. */
export interface Counterparties {
  /** Last block counted. */
  readonly asOfBlock: number;
  /** Most successful transactions first, then the most recent, then by address. */
  readonly counterparties: readonly CounterpartyRow[];
  /** Number of all counterparties; null when there are too many to count. */
  readonly corpus: number | null;
  /**
   * How many of those left out have as many successful transactions as the last one shown; null when none was
   * left out, or too many to count.
   */
  readonly tieCount: number | null;
}

/** Index entries that are counted at most: counting walks over them. */
const MAX_COUNTED = 10_000;

interface RankingRow extends MissingRow, Omit<CounterpartyRow, 'tokenClasses'> {
  readonly asOfBlock: number;
  readonly corpus: number | null;
  readonly tieCount: number | null;
  /** Null, like every column of a counterparty, in the one row of an empty ranking. */
  readonly tokenFlags: number | null;
  /** Whether transfers without indexed parameters moved items; the next field, whether they moved amounts. */
  readonly movedItems: boolean | null;
  readonly movedAmounts: boolean | null;
}

@Injectable()
export class CounterpartiesReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Over the whole history: the totals in their order, plus recent interactions that the totals lack.
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} with the lowest gap, of blocks or of their frames, that prevents an answer
   */
  ofAll(address: Address, limit: number, firstBlock: number): Promise<Counterparties> {
    return this.#ask('counterparties', BEST_OF_ALL, [fromHex(address), limit, firstBlock, MAX_COUNTED]);
  }

  /** Up to and including a block: the sums of the buckets that end by then, and records of other blocks. */
  atBlock(address: Address, block: number, limit: number, firstBlock: number): Promise<Counterparties> {
    const values = [fromHex(address), limit, firstBlock, block];
    return this.#ask('counterparties at block', BEST_AT_BLOCK, values, block);
  }

  async #ask(
    name: string,
    text: string,
    values: readonly unknown[],
    block?: number,
  ): Promise<Counterparties> {
    const { rows } = await this.pool.query<RankingRow>({
      name,
      text,
      values: [...values],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { asOfBlock, headNumber, fromBlock, corpus, tieCount } = first;
    if (fromBlock !== null || asOfBlock > headNumber) throw NotCovered.block(first, block);
    const counterparties = rows.filter(({ counterparty }) => counterparty !== null).map(counterpartyRow);
    return { asOfBlock, counterparties, corpus, tieCount };
  }
}

function counterpartyRow(row: RankingRow): CounterpartyRow {
  const flags = (row.tokenFlags ?? 0) << TOKEN_FLAGS_SHIFT;
  const tokenClasses: TokenClass[] = [];
  if (flags & FLAGS.fungible || row.movedAmounts) tokenClasses.push('fungible');
  if (flags & FLAGS.nft || row.movedItems) tokenClasses.push('nft');
  return {
    counterparty: row.counterparty,
    txCount: row.txCount,
    succeededCount: row.succeededCount,
    sentCount: row.sentCount,
    receivedCount: row.receivedCount,
    externalCount: row.externalCount,
    internalCount: row.internalCount,
    tokenCount: row.tokenCount,
    tokenClasses,
    firstBlock: row.firstBlock,
    lastBlock: row.lastBlock,
  };
}

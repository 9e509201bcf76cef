import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { StatePlace, ViewAnswer } from '../../state/view/view-answer.js';
import type { Views } from '../../state/view/views.js';
import { balanceOf } from './balance-of.js';

const WORD = 32;

/**
 * The result of executing `balanceOf` at the end of a block: an amount, the statement that there is no
 * balance, or what is missing.
 */
export type ExecutedBalance =
  | {
      readonly kind: 'amount';
      readonly amount: bigint;
      /** The block that last changed something the answer rests on. */
      readonly since: number;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: string; readonly missing?: StatePlace };

/** A token that the holder may have. */
export interface AskedToken {
  /** `0x` hex. */
  readonly token: Address;
  /** Where the token probably stores the balance. */
  readonly slot?: bigint | undefined;
}

/**
 * Balances of a holder (20 bytes), in the order asked.
 * @throws NotCovered if it takes too long
 */
export async function executedBalances(
  views: Views,
  tx: PoolClient,
  holder: Buffer,
  tokens: readonly AskedToken[],
  block: number,
): Promise<ExecutedBalance[]> {
  const data = fromHex(balanceOf(holder));
  const calls = tokens.map(({ token, slot }) => ({ to: token, data, likelySlot: slot }));
  return (await views.answers(tx, calls, block)).map(executedBalance);
}

function executedBalance(answer: ViewAnswer): ExecutedBalance {
  if (answer.outcome === 'undecided') {
    const { outcome: _, ...unknown } = answer;
    return { kind: 'unknown', ...unknown };
  }
  const { outcome, output, hasCode, since } = answer;
  if (outcome === 'reverted' || output.length !== WORD || !hasCode) return { kind: 'none' };
  return { kind: 'amount', amount: BigInt(`0x${Buffer.from(output).toString('hex')}`), since };
}

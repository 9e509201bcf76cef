import { formatGwei, type Hex, parseGwei } from 'viem';
import { JsonRpcError } from '../../node/rpc/node-errors.js';
import type { PaymentNode } from '../payment/payment-node.js';

/** Gas price of a transaction, wei per gas. */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const USUAL_TIP = parseGwei('1');
/**
 * The highest offer. At this price the gas of a payment costs tens of dollars if ether costs some thousands.
 */
const MOST_PER_GAS = parseGwei('100');

/** The current gas price is above the highest offer, so nothing was sent. */
export class GasTooDear extends Error {
  override readonly name = 'GasTooDear';
}

/** @throws GasTooDear */
export function affordable(price: GasPrice): GasPrice {
  if (price.maxFeePerGas > MOST_PER_GAS) throw new GasTooDear(`${formatGwei(price.maxFeePerGas)} gwei`);
  return price;
}

/** An offer that will be mined soon: the base fee may double before. @throws NodeUnreachable */
export async function gasPriceNow(node: PaymentNode): Promise<GasPrice> {
  const block = await node.ask<{ readonly baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false);
  const tip = await node.ask<Hex>('eth_maxPriorityFeePerGas').then(BigInt, (error: unknown) => {
    if (error instanceof JsonRpcError) return USUAL_TIP;
    throw error;
  });
  return { maxFeePerGas: 2n * BigInt(block.baseFeePerGas) + tip, maxPriorityFeePerGas: tip };
}

/**
 * An offer that replaces `offered`; undefined while that is still high enough, and where a higher one would
 * exceed the highest. Both parts are raised as nodes require, even if the market has risen in only one of
 * them.
 */
export function raisedTo(now: GasPrice, offered: GasPrice): GasPrice | undefined {
  if (now.maxFeePerGas <= offered.maxFeePerGas && now.maxPriorityFeePerGas <= offered.maxPriorityFeePerGas)
    return undefined;
  const least = leastAbove(offered.maxFeePerGas);
  if (least > MOST_PER_GAS) return undefined;
  const maxFeePerGas = larger(least, smaller(now.maxFeePerGas, MOST_PER_GAS));
  const tip = smaller(now.maxPriorityFeePerGas, maxFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: larger(leastAbove(offered.maxPriorityFeePerGas), tip) };
}

/** Nodes replace a transaction only by one that offers a tenth more in both parts; this adds an eighth. */
const leastAbove = (offered: bigint): bigint => offered + offered / 8n + 1n;
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

import { formatGwei, type Hex, parseGwei } from 'viem';
import { JsonRpcError } from '../../node/rpc/node-errors.js';
import type { PaymentNode } from '../payment/payment-node.js';

/** Gas price of a transaction, wei per gas. */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const USUAL_TIP = parseGwei('1');
/** At this the gas of a payment is tens of dollars where ether is some thousands. */
const MOST_PER_GAS = parseGwei('100');

/** A transaction would have to offer more for gas than a payment may cost, so nothing was sent. */
export class GasTooDear extends Error {
  override readonly name = 'GasTooDear';
}

/** @throws GasTooDear */
export function affordable(price: GasPrice): GasPrice {
  if (price.maxFeePerGas > MOST_PER_GAS) throw new GasTooDear(`${formatGwei(price.maxFeePerGas)} gwei`);
  return price;
}

/** An offer that is mined soon: room for the base fee to double. @throws NodeUnreachable */
export async function gasPriceNow(node: PaymentNode): Promise<GasPrice> {
  const block = await node.ask<{ readonly baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false);
  const tip = await node.ask<Hex>('eth_maxPriorityFeePerGas').then(BigInt, (error: unknown) => {
    if (error instanceof JsonRpcError) return USUAL_TIP;
    throw error;
  });
  return { maxFeePerGas: 2n * BigInt(block.baseFeePerGas) + tip, maxPriorityFeePerGas: tip };
}

/**
 * An offer that takes the place of `offered`; undefined while that one is good enough, and where no more may be offered. Both parts are
 * raised as far as nodes ask it, also where the market has risen in one of them alone.
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

/** Nodes keep the older of two transactions unless the newer offers a tenth more of both. */
const leastAbove = (offered: bigint): bigint => offered + offered / 8n + 1n;
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

import { type Hex, parseGwei } from 'viem';
import { JsonRpcError } from '../../source/execution/node-errors.js';
import type { PaymentNode } from '../payment-node.js';

/** What a transaction offers, wei per gas. */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const USUAL_TIP = parseGwei('1');

/** An offer that is mined soon: room for the base fee to double. @throws NodeUnreachable */
export async function gasPriceNow(node: PaymentNode): Promise<GasPrice> {
  const block = await node.ask<{ readonly baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false);
  const tip = await node.ask<Hex>('eth_maxPriorityFeePerGas').then(BigInt, (error: unknown) => {
    if (error instanceof JsonRpcError) return USUAL_TIP;
    throw error;
  });
  return { maxFeePerGas: 2n * BigInt(block.baseFeePerGas) + tip, maxPriorityFeePerGas: tip };
}

/** An offer that takes the place of `offered`; undefined while that one is good enough. Never more than an eighth above the market. */
export function raisedTo(now: GasPrice, offered: GasPrice): GasPrice | undefined {
  if (now.maxFeePerGas <= offered.maxFeePerGas && now.maxPriorityFeePerGas <= offered.maxPriorityFeePerGas)
    return undefined;
  return {
    maxFeePerGas: larger(now.maxFeePerGas, leastAbove(offered.maxFeePerGas)),
    maxPriorityFeePerGas: larger(now.maxPriorityFeePerGas, leastAbove(offered.maxPriorityFeePerGas)),
  };
}

/** Nodes keep the older of two transactions unless the newer offers a tenth more of both. */
const leastAbove = (offered: bigint): bigint => offered + offered / 8n + 1n;
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

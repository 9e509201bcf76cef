import { type Hex, numberToHex, padHex } from 'viem';
import { AUTHORIZATION_USED, TRANSFER } from './eip3009.js';
import type { PaymentNode } from './payment-node.js';
import type { PaymentTerms } from './payment-terms.js';

/** A log in the form of JSON-RPC. */
export interface PaymentLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
  readonly transactionHash: Hex;
}

export interface PaymentReceipt {
  readonly status: Hex;
  readonly transactionHash: Hex;
  readonly logs: readonly PaymentLog[];
}

/** Blocks of one `eth_getLogs`: every provider accepts such a range. */
const WINDOW_BLOCKS = 1_000;
/** More than a day and a half of mainnet. Nobody repeats a payment later than that. */
const LOOKED_BACK_BLOCKS = 12_000;

/**
 * Whether these logs of one transaction show that the authorization was used exactly by the terms: the next
 * log of the token after the use is the transfer.
 */
export function usedAsSigned(logs: readonly PaymentLog[], terms: PaymentTerms): boolean {
  const own = logs
    .filter(({ address }) => address.toLowerCase() === terms.token)
    .sort((one, other) => Number(one.logIndex) - Number(other.logIndex));
  const used = own.findIndex(({ topics }) => isUse(topics, terms));
  const transfer = used < 0 ? undefined : own[used + 1];
  return (
    transfer !== undefined &&
    transfer.topics[0] === TRANSFER &&
    transfer.topics[1]?.toLowerCase() === padHex(terms.from) &&
    transfer.topics[2]?.toLowerCase() === padHex(terms.to) &&
    BigInt(transfer.data) === terms.value
  );
}

/**
 * Hash of the transaction that used the authorization by the terms; undefined when there is none in the last
 * 12,000 blocks.
 * @throws NodeUnreachable
 */
export async function useOf(node: PaymentNode, terms: PaymentTerms): Promise<Hex | undefined> {
  const head = Number(await node.ask<Hex>('eth_blockNumber'));
  const oldest = Math.max(0, head - LOOKED_BACK_BLOCKS);
  for (let to = head; to >= oldest; to -= WINDOW_BLOCKS) {
    const [use] = await node.ask<readonly PaymentLog[]>('eth_getLogs', {
      address: terms.token,
      topics: [AUTHORIZATION_USED, padHex(terms.from), terms.nonce],
      fromBlock: numberToHex(Math.max(oldest, to - WINDOW_BLOCKS + 1)),
      toBlock: numberToHex(to),
    });
    if (use === undefined) continue;
    const receipt = await node.ask<PaymentReceipt | null>('eth_getTransactionReceipt', use.transactionHash);
    return receipt && usedAsSigned(receipt.logs, terms) ? use.transactionHash : undefined;
  }
  return undefined;
}

function isUse(topics: readonly Hex[], { from, nonce }: PaymentTerms): boolean {
  return (
    topics[0] === AUTHORIZATION_USED &&
    topics[1]?.toLowerCase() === padHex(from) &&
    topics[2]?.toLowerCase() === nonce
  );
}

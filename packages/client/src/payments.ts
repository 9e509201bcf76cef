import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import type { Fetch } from './patient-fetch.js';

/** Who pays for calls. */
export interface Payer {
  /** Private key of an account that holds the token; it signs and is sent nowhere. */
  readonly privateKey: `0x${string}`;
  /** Address of the token. Without it the payer pays in tokens that x402 knows, such as USDC, and at most a dollar for a call. */
  readonly token?: `0x${string}`;
}

/** Pays for calls of a pay address by x402: for the option `pay` of `chainproof`. */
export function payments({ privateKey, token }: Payer): (fetch: Fetch) => Fetch {
  const payer = privateKeyToAccount(privateKey);
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(payer));
  if (token !== undefined)
    client.setSpendControls({ allowedAssets: [{ network: 'eip155:*', asset: token }] });
  return (fetch) => wrapFetchWithPayment((input, init) => fetch(new Request(input, init)), client);
}

import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import type { Fetch } from './patient-fetch.js';

/** Who pays for calls. */
export interface Payer {
  /** Private key of an account that holds the token; it signs and is sent nowhere. */
  readonly privateKey: `0x${string}`;
  /** The only token in which it pays. Without it the payer pays in tokens that x402 knows, such as USDC, and at most a dollar for a call. */
  readonly token?: PayerToken;
}

export interface PayerToken {
  readonly address: `0x${string}`;
  /** Most that a call may cost, in the smallest unit of the token: the server under the URL names the price. */
  readonly most: bigint;
}

/** A service can take a payment that it has seen until it expires, whatever it answered. Services ask for minutes. */
const LONGEST_VALIDITY_SECONDS = 3_600;

/**
 * Pays for calls of a pay address by x402; for the option `pay` of `chainproof`. A call that asks for more,
 * for another token, or for a payment that is valid for more than an hour is not paid, and throws.
 */
export function payments({ privateKey, token }: Payer): (fetch: Fetch) => Fetch {
  const payer = privateKeyToAccount(privateKey);
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(payer));
  client.registerPolicy((_, offered) =>
    // x402 does not check the types of offers.
    offered.filter(
      ({ maxTimeoutSeconds: seconds }) => Number.isInteger(seconds) && seconds <= LONGEST_VALIDITY_SECONDS,
    ),
  );
  if (token !== undefined) {
    const { address, most } = token;
    client.setSpendControls({
      allowedAssets: [{ network: 'eip155:*', asset: address, maxAmountPerPayment: String(most) }],
    });
    // x402 would pay in the tokens that it knows as well.
    client.registerPolicy((_, offered) =>
      offered.filter(({ asset }) => asset.toLowerCase() === address.toLowerCase()),
    );
  }
  return (fetch) => wrapFetchWithPayment((input, init) => fetch(new Request(input, init)), client);
}

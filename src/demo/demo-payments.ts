import type { Address, Hex } from 'viem';
import type { DemoChain } from './demo-chain.js';
import { accountOf, keyOf } from './stage/key.js';

/**
 * Accounts and token for payments on the demo chain. The keys must not be used elsewhere, because everyone
 * can compute them.
 */
export interface DemoPayments {
  /** A dollar token with EIP-3009, and the name and version in its signatures (EIP-712). */
  readonly token: { readonly address: Address; readonly name: string; readonly version: string };
  /** The recipient of payments, without funds at first. */
  readonly payTo: Address;
  /** An account with dollars. */
  readonly payer: { readonly address: Address; readonly privateKey: Hex };
  /** Private key of an account with ether that only pays for gas. */
  readonly settlerKey: Hex;
}

/**
 * INVARIANT: no account of these is an actor of the chain's life, which counts the nonces of its actors
 * itself.
 */
export function demoPayments({ seed, manifest }: Pick<DemoChain, 'seed' | 'manifest'>): DemoPayments {
  return {
    token: { address: manifest.address('dollar'), name: 'Demo Dollar', version: '1' },
    payTo: accountOf(seed, 'shop').address,
    payer: { address: manifest.address('treasury'), privateKey: keyOf(seed, 'treasury') },
    settlerKey: keyOf(seed, 'bundler'),
  };
}

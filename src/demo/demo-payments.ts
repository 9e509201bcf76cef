import type { Address, Hex } from 'viem';
import type { DemoChain } from './demo-chain.js';
import { accountOf, keyOf } from './stage/key.js';

/** Accounts and token for payments on the demo chain. Its keys are worth nothing elsewhere: everyone can compute them. */
export interface DemoPayments {
  /** A dollar that knows EIP-3009, with the name and version that are signed (EIP-712). */
  readonly token: { readonly address: Address; readonly name: string; readonly version: string };
  /** The recipient of payments, without funds at first. */
  readonly payTo: Address;
  /** An account with dollars. */
  readonly payer: { readonly address: Address; readonly privateKey: Hex };
  /** Private key of an account with ether that does nothing else, for the gas. */
  readonly settlerKey: Hex;
}

/** None of them appears in the chain's everyday life, which counts its actors' nonces itself. */
export function demoPayments({ seed, manifest }: Pick<DemoChain, 'seed' | 'manifest'>): DemoPayments {
  return {
    token: { address: manifest.address('dollar'), name: 'Demo Dollar', version: '1' },
    payTo: accountOf(seed, 'shop').address,
    payer: { address: manifest.address('treasury'), privateKey: keyOf(seed, 'treasury') },
    settlerKey: keyOf(seed, 'bundler'),
  };
}

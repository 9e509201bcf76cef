import type { Address, Hex } from 'viem';
import type { DemoChain } from './demo-chain.js';
import { accountOf, keyOf } from './stage/key.js';

/** With whom and in what one can pay on the demo chain. Its keys are worth nothing elsewhere: everybody can compute them. */
export interface DemoPayments {
  /** A dollar that knows EIP-3009, with the name and version that are signed (EIP-712). */
  readonly token: { readonly address: Address; readonly name: string; readonly version: string };
  /** Who is paid; nobody at first. */
  readonly payTo: Address;
  /** Somebody with dollars. */
  readonly payer: { readonly address: Address; readonly privateKey: Hex };
  /** Private key of somebody with ether who does nothing else any more, for the gas. */
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

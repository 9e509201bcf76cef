import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { accountOf } from './key.js';

/** An account with a key. It counts its own nonces, because the plan never asks the chain. */
export class Actor {
  readonly account: PrivateKeyAccount;
  nonce = 0;

  constructor(
    seed: string,
    readonly name: string,
  ) {
    this.account = accountOf(seed, name);
  }

  get address(): Address {
    return this.account.address;
  }

  takeNonce(): number {
    return this.nonce++;
  }
}

/** Accounts with ether in the genesis. Every other actor must be paid first. */
export const FUNDED_ACTORS = [
  'deployer',
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
  'mallory',
  'trader-1',
  'trader-2',
  'trader-3',
  'whale',
  'treasury',
  'bundler',
  'oracle',
  'issuer',
] as const;

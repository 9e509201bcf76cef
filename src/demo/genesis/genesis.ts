import type { Address, Hex } from 'viem';
import { FUNDED_ACTORS } from '../stage/actor.js';
import { accountOf } from '../stage/key.js';
import { GENESIS_CONTRACTS } from './genesis-contracts.js';

/** The default seed, from which everything about the demo follows. */
export const DEFAULT_SEED = 'chainproof';

/** Unix seconds: the time of mainnet's slot 14,200,000, in April 2026. */
export const GENESIS_TIME = 1_606_824_023 + 12 * 14_200_000;

export const GAS_LIMIT = 60_000_000;
export const GENESIS_BASE_FEE = 10_000_000_000n;

const ACTOR_BALANCE = 10_000n * 10n ** 18n;

/** The genesis file for `anvil --init`: funded actors and the system contracts, nothing else. */
export function genesisOf(seed: string): { readonly alloc: object; readonly [field: string]: unknown } {
  const alloc: Record<
    Address,
    { balance: Hex; nonce?: Hex; code?: Hex; storage?: Readonly<Record<Hex, Hex>> }
  > = {};
  for (const name of FUNDED_ACTORS) {
    alloc[accountOf(seed, name).address] = { balance: hex(ACTOR_BALANCE) };
  }
  for (const { address, code, storage = {} } of GENESIS_CONTRACTS) {
    alloc[address] = { balance: '0x0', nonce: '0x1', code, storage };
  }
  return {
    config: { chainId: 1, terminalTotalDifficulty: '0x0', terminalTotalDifficultyPassed: true, ...FORKS },
    nonce: '0x0',
    timestamp: hex(BigInt(GENESIS_TIME)),
    extraData: '0x',
    gasLimit: hex(BigInt(GAS_LIMIT)),
    difficulty: '0x0',
    mixHash: `0x${'00'.repeat(32)}`,
    coinbase: accountOf(seed, 'proposer-1').address,
    alloc,
  };
}

const FORKS = {
  ...{ homesteadBlock: 0, eip150Block: 0, eip155Block: 0, eip158Block: 0, byzantiumBlock: 0 },
  ...{ constantinopleBlock: 0, petersburgBlock: 0, istanbulBlock: 0, berlinBlock: 0, londonBlock: 0 },
  ...{ shanghaiTime: 0, cancunTime: 0, pragueTime: 0, osakaTime: 0 },
};

function hex(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

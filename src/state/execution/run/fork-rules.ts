import { type Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { getActivePrecompiles, type PrecompileFunc, paramsEVM } from '@ethereumjs/evm';
import { calculateSigRecovery } from '@ethereumjs/util';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Fork, ForkSchedule } from '../../../domain/chain/protocol/fork-schedule.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import { recoverKey } from '../../../domain/crypto/recover-sender.js';

/** The rules of each fork of the schedule by the name that the reference has for them. */
const HARDFORKS: Readonly<Record<string, Hardfork>> = {
  frontier: Hardfork.Chainstart,
  homestead: Hardfork.Homestead,
  dao_fork: Hardfork.Dao,
  tangerine_whistle: Hardfork.TangerineWhistle,
  spurious_dragon: Hardfork.SpuriousDragon,
  byzantium: Hardfork.Byzantium,
  petersburg: Hardfork.Petersburg,
  istanbul: Hardfork.Istanbul,
  muir_glacier: Hardfork.MuirGlacier,
  berlin: Hardfork.Berlin,
  london: Hardfork.London,
  arrow_glacier: Hardfork.ArrowGlacier,
  gray_glacier: Hardfork.GrayGlacier,
  paris: Hardfork.Paris,
  shanghai: Hardfork.Shanghai,
  cancun: Hardfork.Cancun,
  prague: Hardfork.Prague,
  osaka: Hardfork.Osaka,
  amsterdam: Hardfork.Amsterdam,
};

/** What the code of a block runs by. */
export interface ForkRules {
  readonly common: Common;
  /** By address, as text. */
  readonly precompiles: ReadonlyMap<string, PrecompileFunc>;
  /** Addresses of contracts that the protocol itself calls. */
  readonly systemContracts: ReadonlySet<string>;
  /** Before Spurious Dragon, whether an account exists decides over the gas of every call to it. */
  readonly chargesForAbsentCallee: boolean;
  /** Rules that the fast interpreter does not have: before Spurious Dragon, and from Amsterdam on. */
  readonly isForReferenceOnly: boolean;
}

/** The rules of a fork of the schedule; undefined for one that the reference does not know. */
export function forkRules(schedule: ForkSchedule, fork: Fork): ForkRules | undefined {
  const hardfork = HARDFORKS[fork.name];
  if (hardfork === undefined) return undefined;
  const common = createCustomCommon({ chainId: schedule.chainId }, Mainnet, {
    hardfork,
    customCrypto: { keccak256, ecrecover },
  });
  common.updateParams(paramsEVM);
  const forks = schedule.forks.slice(0, schedule.forks.indexOf(fork) + 1);
  return {
    common,
    precompiles: new Map([...getActivePrecompiles(common)].map(([digits, run]) => [`0x${digits}`, run])),
    chargesForAbsentCallee: !common.gteHardfork(Hardfork.SpuriousDragon),
    isForReferenceOnly:
      !common.gteHardfork(Hardfork.SpuriousDragon) || common.gteHardfork(Hardfork.Amsterdam),
    systemContracts: new Set(forks.flatMap(({ systemContracts }) => systemContracts.map(toHex))),
  };
}

/**
 * Replaces the reference's own recovery in JavaScript, which takes 2 ms a key, for senders and the
 * precompile.
 */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array, chainId?: bigint): Uint8Array {
  const key = recoverKey(hash, r, s, Number(calculateSigRecovery(v, chainId)));
  if (key === undefined) throw new Error('no key made this signature');
  // The next recovery may overwrite the key, and callers keep it.
  return Uint8Array.from(key);
}

import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { withForkTimes } from '../../src/domain/chain/protocol/fork-schedule.js';
import type { BlockContext } from '../../src/state/execution/run/block-context.js';
import { type MemoryAccount, MemoryState } from '../../src/state/execution/run/memory-state.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { assembled } from './assembled.js';

const AMSTERDAM = 1_900_000_000;
const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');

/** Mainnet's fork schedule, with a time for Amsterdam. */
export const SCHEDULE = withForkTimes(schedule, new Map([['amsterdam', AMSTERDAM]]));

/** A block of Osaka. */
export const OSAKA_BLOCK: BlockContext = {
  number: 25_000_000,
  timestamp: 1_780_000_000,
  beneficiary: addressOfByte(0xc0),
  prevRandao: 5n,
  gasLimit: 60_000_000,
  baseFeePerGas: 7n,
  blobBaseFee: 3n,
};
export const AMSTERDAM_BLOCK: BlockContext = { ...OSAKA_BLOCK, timestamp: AMSTERDAM, slotNumber: 9 };
/** The first block of mainnet's Homestead. */
export const HOMESTEAD_BLOCK: BlockContext = { ...OSAKA_BLOCK, number: 1_150_000, timestamp: 1_457_981_393 };

export function addressOfByte(byte: number): Address {
  return `0x${byte.toString(16).padStart(2, '0').repeat(20)}` as Address;
}

/** A state of accounts, by the byte that their address repeats; a text is a program to assemble. */
export function stateOf(
  accounts: Readonly<Record<number, string | MemoryAccount>>,
  isPartial = false,
): MemoryState {
  const entries = Object.entries(accounts).map(([byte, account]): [Address, MemoryAccount] => [
    addressOfByte(Number(byte)),
    typeof account === 'string' ? { code: assembled(account), nonce: 1n } : account,
  ]);
  return new MemoryState(entries, isPartial);
}

export const newExecutor = () => new ViewExecutor(SCHEDULE);

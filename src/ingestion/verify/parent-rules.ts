import { toHex } from '../../domain/chain/codec/hex.js';
import { ELASTICITY, nextBaseFee } from '../../domain/chain/protocol/base-fee.js';
import { nextExcessBlobGas } from '../../domain/chain/protocol/blob-gas.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';

const LIMIT_DIVISOR = 1_024;
const LEAST_GAS_LIMIT = 5_000;
const SINCE_FORKS = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'blockAccessListHash',
  'slotNumber',
] as const;

/** The parts of a block that its children depend on. */
export type Parent = Pick<VerifiedBlock, 'hash' | 'header'>;

/**
 * Checks that a block may follow its parent: by number, hash, time and slot, by the step of its gas limit,
 * and by base fee and excess blob gas, which are recomputed. Difficulty and seals are not checked.
 *
 * @param schedule of the chain; a block of an unknown fork is held to the rules of the last known one
 * @throws BlockRefused `wrong_parent` when it is another block's child, `parent_rule` naming the field
 * otherwise
 */
export function verifyAgainstParent(parent: Parent, { header }: Parent, schedule: ForkSchedule): void {
  const { number } = header;
  const before = parent.header;
  if (number !== before.number + 1 || !header.parentHash.equals(parent.hash)) {
    throw new BlockRefused('wrong_parent', number, {
      expected: toHex(parent.hash),
      stated: toHex(header.parentHash),
    });
  }
  if (header.timestamp <= before.timestamp) refuse('timestamp', header.timestamp, before.timestamp);
  for (const field of SINCE_FORKS) {
    if (before[field] !== undefined && header[field] === undefined) refuse(field, 'absent', 'present');
  }
  if (header.slotNumber !== undefined && header.slotNumber <= (before.slotNumber ?? -1))
    refuse('slotNumber', header.slotNumber, before.slotNumber!);
  if (before.difficulty === 0n && header.difficulty !== 0n) refuse('difficulty', header.difficulty, 0);
  requireGasLimitStep();
  requireBaseFee();
  if (header.excessBlobGas !== undefined) {
    const excess = nextExcessBlobGas(before, header.timestamp, schedule) ?? header.excessBlobGas;
    if (header.excessBlobGas !== excess) refuse('excessBlobGas', header.excessBlobGas, excess);
  }

  function requireGasLimitStep(): void {
    const isFirstWithTarget = before.baseFeePerGas === undefined && header.baseFeePerGas !== undefined;
    const limit = isFirstWithTarget ? before.gasLimit * ELASTICITY : before.gasLimit;
    const step = Math.abs(header.gasLimit - limit);
    const isAllowed = step < Math.floor(limit / LIMIT_DIVISOR) && header.gasLimit >= LEAST_GAS_LIMIT;
    if (!isAllowed) refuse('gasLimit', header.gasLimit, limit);
  }

  function requireBaseFee(): void {
    // If the genesis block of a chain has a base fee, unlike mainnet's, the first block after it may set its
    // own as well.
    if (header.baseFeePerGas === undefined || isGenesis(before)) return;
    const fee = nextBaseFee(before);
    if (header.baseFeePerGas !== fee) refuse('baseFeePerGas', header.baseFeePerGas, fee);
  }

  /** @param expected what follows from the parent or, for a limit, the parent's value */
  function refuse(
    field: string,
    stated: string | number | bigint,
    expected: string | number | bigint,
  ): never {
    throw new BlockRefused('parent_rule', number, {
      field,
      stated: String(stated),
      expected: String(expected),
    });
  }
}

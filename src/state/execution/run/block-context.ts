import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import {
  blobBaseFee,
  blobUpdateFraction,
  type ForkSchedule,
} from '../../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../../domain/chain/record/block.js';

/** How many blocks before its own BLOCKHASH sees. */
export const HASHED_BLOCKS = 256;

/** The block in which a view call runs, after its transactions. What is absent and asked for leaves the run undecided. */
export interface BlockContext {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly beneficiary: Address;
  readonly gasLimit: number;
  /** Before Paris the difficulty. */
  readonly prevRandao?: bigint;
  /** Wei; since London. */
  readonly baseFeePerGas?: bigint;
  /** Wei; since Cancun. */
  readonly blobBaseFee?: bigint;
  /** Since Amsterdam. */
  readonly slotNumber?: number;
  /** The hash of one of the `HASHED_BLOCKS` before; undefined where it is not known. */
  readonly hashOf?: (number: number) => Uint8Array | undefined;
}

/** The context that a header gives, by the schedule of its chain. Since Paris the difficulty is zero. */
export function contextOf(
  header: Header,
  schedule: ForkSchedule,
  hashOf?: (number: number) => Uint8Array | undefined,
): BlockContext {
  const { number, timestamp, gasLimit, difficulty, baseFeePerGas, excessBlobGas, slotNumber } = header;
  const fraction = blobUpdateFraction(schedule, timestamp);
  return {
    number,
    timestamp,
    gasLimit,
    beneficiary: toHex(header.beneficiary) as Address,
    prevRandao: difficulty === 0n ? BigInt(toHex(header.mixHash)) : difficulty,
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    ...(excessBlobGas !== undefined &&
      fraction !== undefined && { blobBaseFee: blobBaseFee(BigInt(excessBlobGas), fraction) }),
    ...(slotNumber !== undefined && { slotNumber }),
    ...(hashOf !== undefined && { hashOf }),
  };
}

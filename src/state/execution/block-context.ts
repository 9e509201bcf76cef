import type { Address } from '../../domain/chain/record/address.js';

/** The block in which a view call runs, after its transactions. What is absent and asked for leaves the run undecided. */
export interface BlockContext {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly beneficiary: Address;
  /** Before Paris the difficulty. */
  readonly prevRandao: bigint;
  readonly gasLimit: number;
  /** Wei; since London. */
  readonly baseFeePerGas?: bigint;
  /** Wei; since Cancun. */
  readonly blobBaseFee?: bigint;
  /** Since Amsterdam. */
  readonly slotNumber?: number;
  /** The hash of one of the 256 blocks before; undefined where it is not known. */
  readonly hashOf?: (number: number) => Uint8Array | undefined;
}

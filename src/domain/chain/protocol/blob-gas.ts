import type { Header } from '../record/block.js';
import { blobBaseFee, blobParameters, type ForkSchedule, isForkActive } from './fork-schedule.js';

export const GAS_PER_BLOB = 131_072;
/** Execution gas per blob that sets its reserve price: below it, blobs do not get cheaper (EIP-7918). */
const BLOB_BASE_COST = 8_192n;

/**
 * The excess blob gas of the block after `parent`, by EIP-4844 and since Osaka EIP-7918, with the parameters in force at
 * that block's Unix time. Undefined where the schedule has no blobs then.
 */
export function nextExcessBlobGas(
  parent: Header,
  timestamp: number,
  schedule: ForkSchedule,
): number | undefined {
  const parameters = blobParameters(schedule, timestamp);
  if (parameters === undefined) return undefined;
  const { target, max, baseFeeUpdateFraction } = parameters;
  const excess = parent.excessBlobGas ?? 0;
  const used = parent.blobGasUsed ?? 0;
  const aimed = target * GAS_PER_BLOB;
  if (excess + used < aimed) return 0;
  if (isForkActive(schedule, 'osaka', timestamp)) {
    const reserve = BLOB_BASE_COST * (parent.baseFeePerGas ?? 0n);
    const price = BigInt(GAS_PER_BLOB) * blobBaseFee(BigInt(excess), baseFeeUpdateFraction);
    if (reserve > price) return excess + Math.floor((used * (max - target)) / max);
  }
  return excess + used - aimed;
}

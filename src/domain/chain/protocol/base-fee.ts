import type { Header } from '../record/block.js';

/** Wei per gas of the first block that has a base fee. */
const FIRST_BASE_FEE = 1_000_000_000n;
/** Gas limit of a block divided by its gas target. */
export const ELASTICITY = 2;
const CHANGE_DENOMINATOR = 8n;

/** The base fee of the block after `parent`, by EIP-1559: wei per gas. */
export function nextBaseFee({ baseFeePerGas, gasLimit, gasUsed }: Header): bigint {
  if (baseFeePerGas === undefined) return FIRST_BASE_FEE;
  const target = Math.floor(gasLimit / ELASTICITY);
  if (gasUsed === target || target === 0) return baseFeePerGas;
  const distance = BigInt(Math.abs(gasUsed - target));
  const step = (baseFeePerGas * distance) / BigInt(target) / CHANGE_DENOMINATOR;
  if (gasUsed < target) return baseFeePerGas - step;
  return baseFeePerGas + (step > 0n ? step : 1n);
}

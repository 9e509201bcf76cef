import type { Address, Hash } from '../../domain/chain/hex.js';
import { type CodeStep, deployments } from './code-history.js';

/** A change of code with the transaction and the frame that made it, where they are known. */
export interface CreationStep extends CodeStep {
  readonly creationType: string | null;
  readonly deployer: Address | null;
  readonly txHash: Hash | null;
  readonly origin: Address | null;
}

/** From the first deployment at an address to the end of the last one. */
export interface Lifecycle {
  readonly deployBlock: number;
  readonly deployCodeHash: string;
  /** Absent while the frame that created the contract is not known. */
  readonly creation?: {
    /** `CREATE` or `CREATE2`. */
    readonly type: string;
    readonly txHash: Hash;
    readonly txIndex: number;
    readonly deployer: Address;
    /** Sender of the transaction. */
    readonly origin: Address;
  };
  readonly latestCodeBlock: number;
  readonly latestCodeHash: string;
  /** Number of deployments; destructions do not count. */
  readonly codeChangeCount: number;
  /** Absent while the contract exists. */
  readonly selfDestructBlock?: number;
}

/**
 * The lifecycle of the contracts at an address; undefined where there never was one.
 *
 * @param steps known code changes, oldest first: at least the first and the last deployment, and the end of
 * the latter
 * @param deployed number of deployments
 */
export function lifecycleOf(steps: readonly CreationStep[], deployed: number): Lifecycle | undefined {
  const all = deployments(steps);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return undefined;
  const creation = creationOf(first.begin);
  return {
    deployBlock: first.begin.blockNumber,
    deployCodeHash: first.begin.codeHash,
    ...(creation && { creation }),
    latestCodeBlock: last.begin.blockNumber,
    latestCodeHash: last.begin.codeHash,
    codeChangeCount: deployed,
    ...(last.end && { selfDestructBlock: last.end.blockNumber }),
  };
}

function creationOf({ creationType: type, txHash, txIndex, deployer, origin }: CreationStep) {
  if (type === null || txHash === null || deployer === null || origin === null) return undefined;
  return { type, txHash, txIndex, deployer, origin };
}

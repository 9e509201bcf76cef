import type { Hash } from '../../domain/chain/hex.js';
import { type CodeChangeKind, type Lifetime, lifetimesOf } from '../../domain/chain/record/code-lifetime.js';
import type { TxPosition } from '../../domain/chain/record/tx-position.js';

/** One change of the code of a contract, in the form JSON carries: bytes as `0x` hex. */
export interface CodeStep extends TxPosition {
  readonly kind: CodeChangeKind;
  /** Null exactly when cleared. */
  readonly codeHash: Hash | null;
}

/** A contract with a known deployment. */
export interface Deployed<Step extends CodeStep> extends Lifetime<Step> {
  readonly begin: Step & { readonly codeHash: Hash };
}

/**
 * The contracts at an address with a known deployment, oldest first.
 *
 * @param steps every known code change, oldest first, without delegations
 */
export function deployments<Step extends CodeStep>(steps: readonly Step[]): Deployed<Step>[] {
  return lifetimesOf(steps, { isInitial: false, hasGaps: true }).filter(isDeployed);
}

/**
 * The destructions of contracts at the address, oldest first, including those of contracts created before the
 * known blocks.
 */
export function destructions<Step extends CodeStep>(steps: readonly Step[]): Step[] {
  return steps.filter(({ kind }) => kind !== 'set');
}

function isDeployed<Step extends CodeStep>(lifetime: Lifetime<Step>): lifetime is Deployed<Step> {
  return typeof lifetime.begin?.codeHash === 'string';
}

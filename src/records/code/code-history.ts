import { type CodeChangeKind, type Lifetime, lifetimesOf } from '../../domain/chain/record/code-lifetime.js';

/** Place of a transaction. */
export interface TxPosition {
  readonly blockNumber: number;
  /** -1 for what a chain begins with. */
  readonly txIndex: number;
}

/** One change of the code of a contract, in the form JSON carries: bytes as `0x` hex. */
export interface CodeStep extends TxPosition {
  readonly kind: CodeChangeKind;
  /** Null exactly when cleared. */
  readonly codeHash: string | null;
}

/** A contract of which the deployment is known. */
export interface Deployed<Step extends CodeStep> extends Lifetime<Step> {
  readonly begin: Step & { readonly codeHash: string };
}

/**
 * The known deployments at an address with their destructions, oldest first.
 *
 * @param steps every known change of its code, oldest first; none of a delegation
 */
export function deployments<Step extends CodeStep>(steps: readonly Step[]): Deployed<Step>[] {
  return lifetimesOf(steps, false).filter(isDeployed);
}

/** The ends of contracts at the address, oldest first, including a contract that was created before the known blocks. */
export function destructions<Step extends CodeStep>(steps: readonly Step[]): Step[] {
  return steps.filter(({ kind }) => kind !== 'set');
}

/** Whether one transaction precedes another. */
export function isBefore(a: TxPosition, b: TxPosition): boolean {
  return a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.txIndex < b.txIndex);
}

function isDeployed<Step extends CodeStep>(lifetime: Lifetime<Step>): lifetime is Deployed<Step> {
  return typeof lifetime.begin?.codeHash === 'string';
}

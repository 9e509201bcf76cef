/** One change of the code of a contract, in the form JSON carries: bytes as `0x` hex. */
export interface CodeStep {
  readonly blockNumber: number;
  /** -1 for what a chain begins with. */
  readonly txIndex: number;
  /** `transient`: created and destroyed by the same transaction. */
  readonly kind: 'set' | 'cleared' | 'transient';
  /** Null exactly when cleared. */
  readonly codeHash: string | null;
}

/** A contract from its code to its end. */
export interface Lifetime<Step extends CodeStep> {
  readonly deployment: Step & { readonly codeHash: string };
  /** The destruction; absent while the contract exists. */
  readonly destruction?: Step;
}

/**
 * The contracts at one address, oldest first.
 *
 * @param steps every known change of its code, oldest first; none of a delegation
 */
export function lifetimes<Step extends CodeStep>(steps: readonly Step[]): Lifetime<Step>[] {
  const found: Lifetime<Step>[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (isDeployment(step))
      found.push(step.kind === 'set' ? { deployment: step } : { deployment: step, destruction: step });
    else if (last && !last.destruction) found[found.length - 1] = { ...last, destruction: step };
  }
  return found;
}

/** The ends of contracts at the address, oldest first, including a contract that was created before the known blocks. */
export function destructions<Step extends CodeStep>(steps: readonly Step[]): Step[] {
  return steps.filter(({ kind }) => kind !== 'set');
}

function isDeployment<Step extends CodeStep>(step: Step): step is Step & { readonly codeHash: string } {
  return step.codeHash !== null;
}

import type { NotExecuted } from '../../state/execution/run/transaction-outcome.js';

/** Why something was not executed, as the rest of "it cannot be executed: ". */
export function why(reason: NotExecuted): string {
  switch (reason.kind) {
    case 'invalid':
      return reason.why.slice(0, LONGEST);
    case 'budget':
      return `it runs out of ${reason.what}`;
    case 'precompile':
      return `precompile ${reason.address} does not run here`;
    case 'caller':
      return 'it may pass other calls on, further or elsewhere';
    case 'target':
      return 'neither its code nor a slot nor a beacon alone decides where it passes calls on';
    case 'stopped':
      return 'it was stopped';
    case 'fork':
      return `the rules of ${reason.name} are not known`;
    default:
      if (reason.what === 'blockHash') return `the hash of block ${reason.number} is missing`;
      if (reason.what === 'blockField') return `the header has no ${reason.field}`;
      return `${reason.what} of ${reason.address} is missing`;
  }
}

/** The longest part of an error of the EVM that is shown. */
const LONGEST = 200;

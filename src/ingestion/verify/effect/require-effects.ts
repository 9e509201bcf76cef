import type { ForkSchedule } from '../../../domain/chain/protocol/fork-schedule.js';
import type { Frame, Header, Receipt, StateChange, Transaction } from '../../../domain/chain/record/block.js';
import { isCreation } from '../../../domain/chain/record/is-creation.js';
import { DueChanges } from './due-changes.js';
import { addFlow, frameEffects, keyOf } from './frame-effects.js';
import { settleSurvivors } from './settle-survivors.js';
import { transactionFees } from './transaction-fees.js';

const HOMESTEAD = 1_150_000;
const SPURIOUS_DRAGON = 2_675_000;

export interface TracedTransaction {
  readonly transaction: Transaction;
  readonly receipt: Receipt;
  readonly frames: readonly Frame[];
  /** With delegations settled. */
  readonly changes: readonly StateChange[];
}

/**
 * Checks the state changes of one transaction against its frames: each account gains and loses exactly what the frames and the fees move,
 * so ether is conserved; each nonce rises by the account's transactions, authorizations and creations; code comes from a creation or a
 * delegation and goes with a destruction; storage changes only where a frame ran.
 *
 * @returns the changes, with known tracer errors corrected
 * @throws BlockRefused naming account and field
 */
export function requireEffects(
  traced: TracedTransaction,
  transactionIndex: number,
  header: Header,
  schedule: ForkSchedule | undefined,
): readonly StateChange[] {
  const { transaction, receipt, frames } = traced;
  // Before Homestead a creation succeeded without paying for its code; tracers still report it as failed.
  const paysForCode = isSince(header, HOMESTEAD);
  if (!paysForCode && frames.some(isFailedCreation)) return traced.changes;
  const effects = frameEffects(frames, header.parentBeaconBlockRoot === undefined);
  const fees = transactionFees(transaction, receipt, header, schedule);
  addFlow(effects.flows, keyOf(transaction.from), -(fees.paid ?? 0n));
  addFlow(effects.flows, keyOf(header.beneficiary), fees.tip);
  const changes = settleSurvivors(traced.changes, effects);
  const due = {
    ...{ transaction, transactionIndex, header, effects, fees, paysForCode },
    // Since EIP-161 the nonce of a contract begins at one.
    firstNonce: isSince(header, SPURIOUS_DRAGON) ? 1 : 0,
  };
  new DueChanges(due, changes).require();
  return changes;
}

/**
 * Whether a fork's rules are in force, by mainnet's block numbers. Other chains begin with later rules; their
 * headers have a base fee.
 */
function isSince({ number, baseFeePerGas }: Header, fork: number): boolean {
  return number >= fork || baseFeePerGas !== undefined;
}

function isFailedCreation({ type, error }: Frame): boolean {
  return error !== undefined && isCreation(type);
}

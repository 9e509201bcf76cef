import { EPOCH_SECONDS } from '../../domain/consensus/queue-sample.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { numberIn } from './beacon-field.js';

/** Constants of the consensus specification that queues depend on. Amounts are in gwei. */
export interface ChainSpec {
  readonly slotsPerEpoch: number;
  /**
   * `MAX_SEED_LOOKAHEAD`: exits and activations take effect at least this and one epoch after the decision.
   */
  readonly seedLookahead: number;
  /** `MIN_VALIDATOR_WITHDRAWABILITY_DELAY`, epochs. */
  readonly withdrawabilityDelay: number;
  /** `MIN_ACTIVATION_BALANCE`. */
  readonly minActivationGwei: number;
  /** First epoch in which deposits wait in the state. */
  readonly electraEpoch: number;
  /** Parameters of the churn of balance. */
  readonly churn: {
    readonly incrementGwei: number;
    readonly quotient: number;
    readonly minGwei: number;
    readonly maxGwei: number;
  };
}

const MAINNET = '1';

/** Reads `/eth/v1/config/spec`. @throws MalformedAnswer for another chain or clock, or without Electra */
export function chainSpec(record: Readonly<Record<string, unknown>>): ChainSpec {
  if (record.DEPOSIT_CHAIN_ID !== MAINNET)
    throw new MalformedAnswer(
      `serves the beacon chain of chain ${String(record.DEPOSIT_CHAIN_ID).slice(0, 20)}, not 1`,
    );
  const slotsPerEpoch = numberIn(record, 'SLOTS_PER_EPOCH');
  if (slotsPerEpoch * numberIn(record, 'SECONDS_PER_SLOT') !== EPOCH_SECONDS)
    throw new MalformedAnswer(`its epochs do not last ${EPOCH_SECONDS} s`);
  return {
    slotsPerEpoch,
    seedLookahead: numberIn(record, 'MAX_SEED_LOOKAHEAD'),
    withdrawabilityDelay: numberIn(record, 'MIN_VALIDATOR_WITHDRAWABILITY_DELAY'),
    minActivationGwei: numberIn(record, 'MIN_ACTIVATION_BALANCE'),
    electraEpoch: numberIn(record, 'ELECTRA_FORK_EPOCH'),
    churn: {
      incrementGwei: numberIn(record, 'EFFECTIVE_BALANCE_INCREMENT'),
      quotient: numberIn(record, 'CHURN_LIMIT_QUOTIENT'),
      minGwei: numberIn(record, 'MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA'),
      maxGwei: numberIn(record, 'MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT'),
    },
  };
}

/**
 * `get_activation_exit_churn_limit` of the consensus specification since Electra: gwei that may enter by
 * deposits in an epoch. As much may exit.
 */
export function activationExitChurn({ churn }: ChainSpec, totalActiveGwei: bigint): bigint {
  const increment = BigInt(churn.incrementGwei);
  const share = totalActiveGwei / BigInt(churn.quotient);
  const balanceChurn = share > BigInt(churn.minGwei) ? share : BigInt(churn.minGwei);
  const whole = balanceChurn - (balanceChurn % increment);
  return whole < BigInt(churn.maxGwei) ? whole : BigInt(churn.maxGwei);
}

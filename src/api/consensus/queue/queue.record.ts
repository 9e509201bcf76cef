import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { EPOCH_SECONDS } from '../../../domain/consensus/queue-sample.js';
import type { ObservedDay, ReconstructedDay } from '../../../projection/consensus/queue.reader.js';
import { orAbsent } from '../../http/record/or-absent.js';
import type { QueueCurrentDto } from './queue-current.dto.js';
import type { QueuePointDto } from './queue-point.dto.js';
import type { QueuesNowDto } from './queues-now.dto.js';

/** A time in ISO 8601, UTC. @param unixSeconds whole seconds */
export function utcTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString().replace('.000Z', 'Z');
}

/** The record of the newest sample. */
export function queueCurrentRecord(day: ObservedDay): QueueCurrentDto {
  const { source: _, epoch, time, totalActiveBalanceGwei: __, activeValidators, ...queues } = observed(day);
  return { asOfEpoch: epoch, asOfTime: time, activeValidators, ...queues };
}

/** The record of the newest sample with the churn, where that is known. */
export function queuesNowRecord(day: ObservedDay): QueuesNowDto {
  const { churnGwei, pendingExitGwei, depositedGwei } = day;
  return {
    chainId: CHAIN_ID,
    ...queueCurrentRecord(day),
    totalActiveBalanceGwei: day.totalActiveGwei,
    ...orAbsent('activationChurnGweiPerEpoch', churnGwei),
    ...orAbsent('exitChurnGweiPerEpoch', churnGwei),
    ...orAbsent('estimatedActivationWaitSeconds', waitSeconds(depositedGwei, churnGwei)),
    ...orAbsent('estimatedExitWaitSeconds', waitSeconds(pendingExitGwei, churnGwei)),
  };
}

/** The record of a day. */
export function queuePointRecord(day: ObservedDay | ReconstructedDay): QueuePointDto {
  return day.source === 'observed' ? observed(day) : reconstructed(day);
}

function observed(day: ObservedDay) {
  const { source, activeValidators, pendingActivation, pendingExit } = day;
  return {
    source,
    epoch: day.epoch,
    time: utcTime(day.time),
    pendingActivation,
    pendingExit,
    netQueue: pendingActivation - pendingExit,
    activationRate: pendingActivation / activeValidators,
    exitRate: pendingExit / activeValidators,
    activeValidators,
    pendingActivationGwei: (BigInt(day.queuedGwei) + BigInt(day.depositedGwei)).toString(),
    pendingExitGwei: day.pendingExitGwei,
    totalActiveBalanceGwei: day.totalActiveGwei,
  };
}

function reconstructed({ source, epoch, time, pendingActivation, pendingExit }: ReconstructedDay) {
  return {
    source,
    epoch,
    time: utcTime(time),
    pendingActivation,
    pendingExit,
    netQueue: pendingActivation - pendingExit,
    activationRate: null,
    exitRate: null,
    activeValidators: null,
    pendingActivationGwei: null,
    pendingExitGwei: null,
    totalActiveBalanceGwei: null,
  };
}

/**
 * Seconds that a validator which joins now waits in the queue, by the churn per epoch; without the few epochs
 * that every validator waits besides. Rounded up.
 */
function waitSeconds(aheadGwei: string | null, churnGwei: string | null): number | undefined {
  if (aheadGwei === null || churnGwei === null) return undefined;
  const churn = BigInt(churnGwei);
  return Number((BigInt(aheadGwei) * BigInt(EPOCH_SECONDS) + churn - 1n) / churn);
}

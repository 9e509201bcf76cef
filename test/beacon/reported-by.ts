import type { ReportedState } from './beacon-server.js';
import type { GeneratedRegistry } from './generated-registry.js';

/** The registry as a beacon node serves it at the registry's epoch. */
export function reportedBy(registry: GeneratedRegistry): ReportedState {
  return {
    genesisTime: 1_606_824_023,
    epoch: registry.epoch,
    validators: () => registry.validators(),
    pendingDeposits: () => registry.pendingDeposits(),
    pendingConsolidations: () => registry.pendingConsolidations(),
    pendingPartialWithdrawals: () => registry.pendingPartialWithdrawals(),
  };
}

import type { PoolClient } from 'pg';
import type { ChainEvent } from '../domain/event/chain-event.js';
import { SharedConnection } from '../platform/postgres/shared-connection.js';
import { applyEvents } from './apply-events.js';
import type { EventFlow, Projector } from './projector.js';
import { lengthsOfReading } from './projector-order.js';

/**
 * Applies events to every projector, each after those it reads from and otherwise concurrently: one computes
 * its rows while PostgreSQL works for another. Projectors that start the longest chains of readers go first.
 *
 * @param projectors in reading order
 * @throws the first failure, after all have ended
 */
export async function applyTogether(
  projectors: readonly Projector[],
  tx: PoolClient,
  events: readonly ChainEvent[],
  flow: EventFlow,
): Promise<void> {
  const shared = new SharedConnection(tx);
  const lengths = lengthsOfReading(projectors);
  const longest = Math.max(0, ...lengths.values());
  const applied = new Map<string, Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const apply = async (projector: Projector): Promise<void> => {
    await Promise.all((projector.readsFrom ?? []).map((name) => applied.get(name)));
    // The transaction will be rolled back: no further projector begins.
    if (failure) return;
    try {
      await applyEvents(projector, shared.of(longest - lengths.get(projector.name)!), events, flow);
    } catch (error) {
      failure ??= { error };
    }
  };
  const eagerFirst = [...projectors].sort((one, other) => lengths.get(other.name)! - lengths.get(one.name)!);
  for (const projector of eagerFirst) applied.set(projector.name, apply(projector));
  await Promise.all(applied.values());
  // Statements that a projector left running must not run after the end of the transaction.
  await shared.close();
  if (failure) throw failure.error;
}

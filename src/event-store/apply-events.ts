import type { PoolClient } from 'pg';
import type { ChainEvent, ChainEventKind, ChainEventOf } from '../domain/event/chain-event.js';
import type { EventFlow, HandledKind, Projector } from './projector.js';

/** Applies events in order. Successive events of one kind are applied together. */
export async function applyEvents(
  projector: Projector,
  tx: PoolClient,
  events: readonly ChainEvent[],
  flow: EventFlow = { isFill: false },
): Promise<void> {
  for (const run of runsOfKind(events)) {
    const { kind } = run[0]!;
    if (kind === 'BlockOrphaned') await unwind(projector, tx, run.filter(isOf(kind)));
    else await handle(projector, tx, kind, run, flow);
  }
}

async function handle<Kind extends HandledKind>(
  projector: Projector,
  tx: PoolClient,
  kind: Kind,
  events: readonly ChainEvent[],
  flow: EventFlow,
): Promise<void> {
  await projector.on[kind]?.(tx, events.filter(isOf(kind)), flow);
}

/** Orphaned blocks come newest first, without gaps. */
async function unwind(
  projector: Projector,
  tx: PoolClient,
  orphaned: readonly ChainEventOf<'BlockOrphaned'>[],
): Promise<void> {
  await projector.unwind(tx, orphaned[orphaned.length - 1]!.number, orphaned[0]!.number);
}

/** Splits events into runs of one kind; an event of a kind that must not be joined is a run of its own. */
export function runsOfKind(
  events: readonly ChainEvent[],
  isJoined: (kind: ChainEventKind) => boolean = () => true,
): ChainEvent[][] {
  const runs: ChainEvent[][] = [];
  for (const event of events) {
    const run = runs[runs.length - 1];
    if (run?.[0]?.kind === event.kind && isJoined(event.kind)) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

function isOf<Kind extends ChainEventKind>(kind: Kind) {
  return (event: ChainEvent): event is ChainEventOf<Kind> => event.kind === kind;
}

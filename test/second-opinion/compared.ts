import type { ViewResult } from '../../src/state/execution/run/view-result.js';
import type { SecondOpinion, TracedCall } from './edr.js';

/** A complete result as text. */
export function described(result: ViewResult | undefined): string | undefined {
  if (result === undefined) return undefined;
  const { output, ...rest } = result;
  return JSON.stringify({ output: Buffer.from(output).toString('hex'), ...rest }, (_, value) =>
    typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
  );
}

/** Whether a result is decided, so that revm can be compared with it. */
export function isDecided({ outcome }: ViewResult): boolean {
  return outcome !== 'undecided';
}

/**
 * Differences between a decided result and revm's; empty if there are none.
 *
 * @param readsMore whether slots that only this run reads are allowed: before Istanbul the reference reads a slot
 *   before it knows whether the gas suffices for a write to it
 */
export function disagreements(ours: ViewResult, second: SecondOpinion, readsMore = false): string[] {
  const found: string[] = [];
  const compare = (what: string, own: unknown, other: unknown) => {
    if (JSON.stringify(own) !== JSON.stringify(other)) {
      found.push(`${what}: ${JSON.stringify(own)} here, ${JSON.stringify(other)} by revm`);
    }
  };
  compare('returned', ours.outcome === 'returned', second.outcome === 'returned');
  compare('output', `0x${Buffer.from(ours.output).toString('hex')}`, second.output);
  if (second.gasUsed !== undefined) compare('gas', ours.gasUsed, second.gasUsed);
  const slots = ours.reads.map(({ address, slot }) => `${address} 0x${slot.toString(16).padStart(64, '0')}`);
  // Slots of a contract that the run itself creates are empty, whatever the state.
  const created = ours.calls.filter(({ type }) => type.startsWith('create')).map(({ to }) => to);
  const before = second.slots.filter((slot) => !created.some((address) => slot.startsWith(address)));
  const counted = readsMore ? slots.filter((slot) => before.includes(slot)) : slots;
  compare('slots', counted.sort(), before);
  compare('calls', callsOf(ours, second), second.calls);
  return found;
}

/** The calls of this run. For a failed creation, revm does not state the address. */
function callsOf({ calls }: ViewResult, second: SecondOpinion): TracedCall[] {
  return calls
    .filter(({ to }) => BigInt(to) > 0x100n || BigInt(to) === 0n)
    .map(({ type, from, to }, at) => ({ type, from, to: second.calls[at]?.to === '?' ? '?' : to }));
}

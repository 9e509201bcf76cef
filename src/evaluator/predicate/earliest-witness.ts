import type { FactInterval } from '../model/state-view.js';

/** The interval that began first: by block, then by the places in its evidence, then by key. */
export function earliest(ascendingByKey: readonly FactInterval[]): FactInterval | undefined {
  let first = ascendingByKey[0];
  for (const interval of ascendingByKey) if (isBefore(interval, first!)) first = interval;
  return first;
}

function isBefore(one: FactInterval, other: FactInterval): boolean {
  return one.start === other.start ? placeIn(one) < placeIn(other) : one.start < other.start;
}

/** A text whose order is that of places in one block. */
function placeIn({ evidence }: FactInterval): string {
  return evidence.map(placeOf).join(' ');
}

function placeOf(ref: string): string {
  const [kind, , , first = '', second = ''] = ref.split(':');
  // A frame's path is compared as it is: it begins the paths of the frames below it.
  return `${first.padStart(10, '0')} ${kind === 'frame' ? second : second.padStart(10, '0')}`;
}

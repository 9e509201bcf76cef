/** The first thing that a level found wrong: where in the bundle, and what. */
export class Refuted extends Error {
  override readonly name = 'Refuted';
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${place}: ${reason}`);
  }
}

/** @throws Refuted unless it holds */
export function demand(holds: boolean, place: string, reason: string): asserts holds {
  if (!holds) throw new Refuted(place, reason);
}

/** If a bundle makes a check throw, the check has not held. */
export function refutationOf(error: unknown): Pick<Refuted, 'place' | 'reason'> {
  if (error instanceof Refuted) return { place: error.place, reason: error.reason };
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { place: 'the bundle', reason: `cannot be checked: ${what}` };
}

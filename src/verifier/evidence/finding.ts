/** The first error that a level found in a bundle: its place and the reason. */
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

/** The place and reason of an error of a check. Any error refutes the bundle, not only `Refuted`. */
export function refutationOf(error: unknown): Pick<Refuted, 'place' | 'reason'> {
  if (error instanceof Refuted) return { place: error.place, reason: error.reason };
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { place: 'the bundle', reason: `cannot be checked: ${what}` };
}

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

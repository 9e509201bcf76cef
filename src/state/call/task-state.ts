import type { UndecidedReason } from '../execution/run/view-result.js';
import { type AskedPlace, ZeroFilledState } from '../execution/run/zero-filled-state.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import type { KnownPlaces } from './known-places.js';
import { placesMissing } from './run-places.js';

/** The state that a task brought along, with a note of what it lacks. */
export class TaskState extends ZeroFilledState {
  readonly #missed = new Map<string, Place>();

  /** @param goesOn whether a run goes on with zeros where it misses something */
  constructor(
    private readonly places: KnownPlaces,
    private readonly goesOn: boolean,
  ) {
    super(places);
  }

  /** What a run missed, in the order in which it needed it. @param reason why the run has no result, if it has none */
  missedBy(reason: UndecidedReason | undefined): readonly Place[] {
    const lacking = placesMissing(reason).filter((place) => !this.places.has(place));
    return [
      ...new Map([...this.#missed.values(), ...lacking].map((place) => [placeKey(place), place])).values(),
    ];
  }

  /** Accounts are not noted: most runs ask for them without looking at them. One that looks at an unknown account ends there. */
  protected override miss(place: AskedPlace): boolean {
    if (place.kind === 'account') return false;
    this.#missed.set(placeKey(place), place);
    return this.goesOn;
  }
}

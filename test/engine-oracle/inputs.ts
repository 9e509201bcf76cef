import type { Check, Definition, Expression } from '../../src/definition/catalog/definition.js';
import type { AddressState, Known } from './range-fold.js';

/**
 * All that a definition can look at when it is judged of a subject: what is the same, object by object, as at the block before need not be judged
 * again. Of definitions that look at other addresses that may be anything. It only saves time.
 */
export class Inputs {
  readonly #own = new Map<string, Own | undefined>();
  readonly #turnsOf = new Map<string, readonly number[]>();
  readonly #turns = new Map<string, readonly number[]>();

  constructor(private readonly known: Known) {
    for (const [id, { members }] of known.bindings)
      this.#turns.set(
        id,
        [...members.values()]
          .flat()
          .flatMap(({ from, until }) => (until === undefined ? [from] : [from, until + 1])),
      );
  }

  /** How often what its registries say has changed up to a block. */
  turnOf({ id, bindings }: Definition, block: number): number {
    let turns = this.#turnsOf.get(id);
    if (turns === undefined) {
      turns = bindings.flatMap((binding) => this.#turns.get(binding)!);
      this.#turnsOf.set(id, turns);
    }
    let count = 0;
    for (const turn of turns) if (turn <= block) count++;
    return count;
  }

  of(
    definition: Definition,
    subject: string,
    state: AddressState,
    turn: number,
    now: ReadonlyMap<string, Said>,
    lastHeld: ReadonlyMap<string, number>,
  ): readonly unknown[] | undefined {
    if (!this.#own.has(definition.id)) this.#own.set(definition.id, this.#ownOf(definition));
    const own = this.#own.get(definition.id);
    if (own === undefined) return undefined;
    return [
      ...own.sources.flatMap((id) => [
        state.registers.get(id),
        state.unknown.has(id),
        state.lastHeld.get(id),
      ]),
      ...own.dependencies.flatMap((id) => {
        const { claims, isUndecided } = now.get(`${id} ${subject}`) ?? {};
        return [claims, isUndecided, lastHeld.get(`${id} ${subject}`)];
      }),
      turn,
    ];
  }

  #ownOf({ families }: Definition): Own | undefined {
    const checks = families.flatMap(({ facts, negativeControls }) => [...facts, ...negativeControls]);
    if (checks.some(looksElsewhere)) return undefined;
    const asked = this.known.catalog.sources.flatMap(({ source }, id) =>
      source.kind === 'code' || source.kind === 'storage' ? [id] : [],
    );
    return {
      sources: [
        ...new Set(
          checks.flatMap(({ source, read }) => (read ? asked : source === undefined ? [] : [source])),
        ),
      ],
      dependencies: [...new Set(checks.flatMap(({ dep }) => dep ?? []))],
    };
  }
}

/** What a definition says of a subject at a block. */
interface Said {
  readonly claims: readonly unknown[];
  readonly isUndecided: boolean;
}

interface Own {
  readonly sources: readonly number[];
  readonly dependencies: readonly string[];
}

function looksElsewhere({ at, dep, of = [], with: other, atKey }: Check): boolean {
  const isEntry = (one: Expression | undefined): boolean =>
    one?.of === 'entry' || (one?.of === 'namehash' && isEntry(one.text));
  return (
    at !== undefined ||
    [...of, other, atKey].some(isEntry) ||
    (dep !== undefined && of.some(({ of }) => of !== 'subject'))
  );
}

import type { PoolClient } from 'pg';
import type { Catalog } from '../../definition/model/definition.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import type { EngineNumbers } from '../store/engine-numbers.js';
import type { Change } from './changes.js';

/** Subjects for which a definition is proven or undecided under a set. */
const HOLDERS = [
  'proof_segment WHERE definition_set = $1 AND definition = $2',
  'undecided_segment WHERE definition_set = $1 AND definition = $2',
];

/** Subjects that a registry names. They need not have facts. */
const named = (parameter: number): string => `unnest($${parameter}::bytea[]) AS named (subject) WHERE true`;

/**
 * Subjects for which the definition may be proven or undecided: those for which it is so already, those with
 * facts in its sources, and those with claims that it depends on. An index has the subjects of each
 * definition in order.
 */
const candidates = (dependsOn: number): string[] => [
  ...HOLDERS,
  named(3),
  'fact WHERE source = ANY($4)',
  ...Array.from(
    { length: dependsOn },
    (_, at) => `proof_segment WHERE definition_set = $1 AND definition = $${at + 5}`,
  ),
];

/** Subjects of a change, ascending. */
export class Candidates {
  constructor(
    private readonly catalog: Catalog,
    private readonly triggers: TriggerIndex,
    private readonly numbers: EngineNumbers,
  ) {}

  /** The next subjects after one, ascending; `0x` asks for the first. */
  async after(tx: PoolClient, set: number, change: Change, after: string, limit: number): Promise<Address[]> {
    const { places, values } = this.#places(set, change);
    const [from, count] = [`$${values.length + 1}`, `$${values.length + 2}`];
    // A query with a limit for each place, so that none is read further than needed.
    const next = places.map(
      (place) =>
        `(SELECT DISTINCT subject FROM ${place} AND subject > ${from} ORDER BY subject LIMIT ${count})`,
    );
    const { rows } = await tx.query<{ subject: Address }>({
      text: `SELECT subject FROM (${next.join(' UNION ')}) AS candidate ORDER BY subject LIMIT ${count}`,
      values: [...values, fromHex(after), limit],
      types: JSON_READY,
    });
    return rows.map(({ subject }) => subject);
  }

  async count(tx: PoolClient, set: number, change: Change): Promise<number> {
    const { places, values } = this.#places(set, change);
    const all = places.map((place) => `SELECT subject FROM ${place}`).join(' UNION ');
    const { rows } = await tx.query<{ count: number }>(
      `SELECT count(*)::int4 AS count FROM (${all}) candidate`,
      values,
    );
    return rows[0]!.count;
  }

  #places(
    set: number,
    { definition, subjects, named: addresses }: Change,
  ): { readonly places: readonly string[]; readonly values: unknown[] } {
    const own = [set, this.numbers.definitions[definition]!, addresses.map(fromHex)];
    if (subjects === 'none') return { places: [named(1)], values: own.slice(2) };
    if (subjects === 'holders') return { places: [...HOLDERS, named(3)], values: own };
    const { dependsOn } = this.catalog.definitions[definition]!;
    const rests = this.catalog.definitions.flatMap(({ id }, index) =>
      dependsOn.includes(id) ? [this.numbers.definitions[index]!] : [],
    );
    const sources = this.triggers.sourcesFor(definition).map((source) => this.numbers.sources[source]!);
    return { places: candidates(rests.length), values: [...own, sources, ...rests] };
  }
}

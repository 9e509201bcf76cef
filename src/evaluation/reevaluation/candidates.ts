import type { PoolClient } from 'pg';
import type { Catalog } from '../../definition/catalog/definition.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { Triggers } from '../run/triggers.js';
import type { EngineNumbers } from '../store/engine-numbers.js';
import { bytesOf } from '../store/fact-rows.js';
import type { Change } from './changes.js';

/** Of whom a definition is proven or undecided under a set. */
const HOLDERS = `
  SELECT subject FROM proof_segment WHERE definition_set = $1 AND definition = $2
  UNION SELECT subject FROM undecided_segment WHERE definition_set = $1 AND definition = $2`;

/** And of whom it might be: what its registers tell of, and what a claim it rests on is about. */
const CANDIDATES = `${HOLDERS}
  UNION SELECT subject FROM fact WHERE source = ANY($3)
  UNION SELECT subject FROM proof_segment WHERE definition_set = $1 AND definition = ANY($4)`;

/** Subjects of a change, ascending. */
export class Candidates {
  constructor(
    private readonly catalog: Catalog,
    private readonly triggers: Triggers,
    private readonly numbers: EngineNumbers,
  ) {}

  /** The next after one, `0x` for the first. */
  async after(tx: PoolClient, set: number, change: Change, after: string, limit: number): Promise<string[]> {
    if (typeof change.subjects !== 'string')
      return change.subjects.filter((subject) => subject > after).slice(0, limit);
    const { text, values } = this.#query(set, change);
    const { rows } = await tx.query<{ subject: string }>({
      text: `SELECT subject FROM (${text}) candidate WHERE subject > $${values.length + 1} ORDER BY subject LIMIT $${values.length + 2}`,
      values: [...values, bytesOf(after), limit],
      types: JSON_READY,
    });
    return rows.map(({ subject }) => subject);
  }

  async count(tx: PoolClient, set: number, change: Change): Promise<number> {
    if (typeof change.subjects !== 'string') return change.subjects.length;
    const { text, values } = this.#query(set, change);
    const { rows } = await tx.query<{ count: number }>(
      `SELECT count(*)::int4 AS count FROM (${text}) candidate`,
      values,
    );
    return rows[0]!.count;
  }

  #query(set: number, { definition, subjects }: Change): { text: string; values: unknown[] } {
    const numbers = [set, this.numbers.definitions[definition]!];
    if (subjects === 'holders') return { text: HOLDERS, values: numbers };
    const { dependsOn } = this.catalog.definitions[definition]!;
    const rests = this.catalog.definitions.flatMap(({ id }, index) =>
      dependsOn.includes(id) ? [index] : [],
    );
    const registers = this.triggers.registersFor(definition).map((source) => this.numbers.sources[source]!);
    return {
      text: CANDIDATES,
      values: [...numbers, registers, rests.map((index) => this.numbers.definitions[index]!)],
    };
  }
}

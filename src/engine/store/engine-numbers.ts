import type { PoolClient } from 'pg';
import type { Catalog } from '../../definition/model/definition.js';

/** The numbers under which the tables know a catalog's sources and definitions, and its definition set. */
export interface EngineNumbers {
  readonly set: number;
  /** By index in the catalog. */
  readonly sources: readonly number[];
  readonly definitions: readonly number[];
  readonly sourceOf: ReadonlyMap<number, number>;
  readonly definitionOf: ReadonlyMap<number, number>;
  /** By text; only those that were looked up so far. */
  readonly proofTemplates: Map<string, number>;
}

/** Looks the numbers up, and gives numbers to what has none. Writes nothing where all have one: a standby takes no writes. */
export async function engineNumbers(
  tx: PoolClient,
  catalog: Catalog,
  /** By `definitionSetDigest`. */
  setDigest: string,
): Promise<EngineNumbers> {
  const sources = await numbersOf(
    tx,
    'fact_source',
    'text',
    'id',
    catalog.sources.map(({ text }) => text),
  );
  const definitions = await numbersOf(
    tx,
    'definition_number',
    'id',
    'number',
    catalog.definitions.map(({ id }) => id),
  );
  const [set] = await numbersOf(tx, 'definition_set', 'digest', 'id', [setDigest]);
  return {
    set: set!,
    sources,
    definitions,
    sourceOf: inverse(sources),
    definitionOf: inverse(definitions),
    proofTemplates: new Map(),
  };
}

/** Bounds memory: proofs whose template has no number are stored as text. */
const MAX_PROOF_TEMPLATES = 4096;

/** Whether new templates are given numbers. */
export function areTemplatesNumbered({ proofTemplates }: EngineNumbers): boolean {
  return proofTemplates.size < MAX_PROOF_TEMPLATES;
}

/**
 * Looks up the numbers of proof templates, and gives numbers to new ones while there are few.
 *
 * @param packed templates whose proofs have no text any more, so that they need numbers
 */
export async function numberProofTemplates(
  tx: PoolClient,
  { proofTemplates }: EngineNumbers,
  texts: Iterable<string>,
  packed: ReadonlySet<string>,
): Promise<void> {
  const unknown = [...new Set(texts)].filter((text) => !proofTemplates.has(text));
  const left = MAX_PROOF_TEMPLATES - proofTemplates.size;
  const wanted = unknown.filter((text, at) => at < left || packed.has(text));
  if (wanted.length === 0) return;
  const numbers = await numbersOf(tx, 'proof_template', 'text', 'id', wanted);
  wanted.forEach((text, at) => {
    proofTemplates.set(text, numbers[at]!);
  });
}

type Numbered =
  | readonly ['fact_source', 'text', 'id']
  | readonly ['definition_number', 'id', 'number']
  | readonly ['definition_set', 'digest', 'id']
  | readonly ['proof_template', 'text', 'id'];

async function numbersOf(
  tx: PoolClient,
  table: Numbered[0],
  name: Numbered[1],
  number: Numbered[2],
  names: readonly string[],
): Promise<number[]> {
  const look = async (): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await tx.query<{ name: string; number: number }>(
      `SELECT ${name} AS name, ${number} AS number FROM ${table} WHERE ${name} = ANY($1)`,
      [names],
    );
    return new Map(rows.map((row) => [row.name, row.number]));
  };
  let found = await look();
  const missing = names.filter((one) => !found.has(one));
  if (missing.length > 0) {
    await tx.query(`INSERT INTO ${table} (${name}) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
      missing,
    ]);
    found = await look();
  }
  return names.map((one) => found.get(one)!);
}

function inverse(numbers: readonly number[]): ReadonlyMap<number, number> {
  return new Map(numbers.map((number, index) => [number, index]));
}

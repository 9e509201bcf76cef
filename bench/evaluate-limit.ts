import { hash } from 'node:crypto';
import type { Canonical } from '../src/domain/canonical/canonical-json.js';

/** Writes one record as canonical JSON, knowing its shape: which keys, how many elements, what is a text and what a number. */
type Writer = (record: Canonical) => string;

const writers = new Map<string, Writer>();

/**
 * The least a proof can cost: its record, put together already, written by code generated for exactly its shape, and hashed in one go.
 * Texts are escaped where they need it, as in every serialiser.
 */
export function fixedShapeHash(record: Canonical): () => string {
  const source = expressionOf(record, 'r');
  let write = writers.get(source);
  if (!write) {
    write = new Function('r', `return ${source}`) as Writer;
    writers.set(source, write);
  }
  const writer = write;
  return () => hash('sha256', writer(record));
}

function expressionOf(value: Canonical, path: string): string {
  if (typeof value === 'string') return `JSON.stringify(${path})`;
  if (typeof value !== 'object' || value === null) return path;
  const parts = Array.isArray(value)
    ? joined(value.map((one: Canonical, at) => expressionOf(one, `${path}[${at}]`)))
    : joined(
        Object.keys(value)
          .sort()
          .map((key) => {
            const name = JSON.stringify(key);
            const field = (value as Readonly<Record<string, Canonical>>)[key]!;
            return `${JSON.stringify(`${name}:`)}+${expressionOf(field, `${path}[${name}]`)}`;
          }),
      );
  return Array.isArray(value) ? `"["${parts}+"]"` : `"{"${parts}+"}"`;
}

const joined = (parts: readonly string[]): string =>
  parts.map((part, at) => (at === 0 ? `+${part}` : `+","+${part}`)).join('');

import { buildHash } from '../../../bytecode/build-hash.js';
import type { Binding } from '../../../definition/binding/binding.js';
import type { Catalog } from '../../../definition/model/definition.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { toHex } from '../../../domain/chain/codec/hex.js';

/** A build that a code is: the fact source, and the key of the build in the registry. */
export interface FoundBuild {
  readonly source: SourceId;
  readonly value: string;
}

/** The keys of a registry in any version, by the immutable offsets to mask, as its entries write them. */
interface Registry {
  readonly source: SourceId;
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Finds the builds of the registries that definitions read. */
export function buildsBy(
  { sources }: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): (code: Buffer) => readonly FoundBuild[] {
  const registries = sources.flatMap(({ source: of }, source): readonly Registry[] => {
    const binding = of.kind === 'build' ? bindings.get(of.binding) : undefined;
    return binding === undefined ? [] : [{ source, keys: keysOf(binding) }];
  });
  return (code) =>
    registries.flatMap(({ source, keys }) => {
      const value = buildIn(keys, code);
      return value === undefined ? [] : [{ source, value }];
    });
}

function keysOf({ members }: Binding): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  for (const [key, memberships] of members)
    for (const { fields } of memberships) {
      const immutables = fields.immutables ?? '';
      keys.set(immutables, (keys.get(immutables) ?? new Set()).add(key));
    }
  return keys;
}

/** The smallest key where several match. */
function buildIn(keys: Registry['keys'], code: Buffer): string | undefined {
  const found: string[] = [];
  for (const [immutables, named] of keys) {
    const hash = buildHash(code, immutables === '' ? [] : immutables.split(' ').map(Number));
    const key = hash && toHex(hash);
    if (key !== undefined && named.has(key)) found.push(key);
  }
  return found.sort()[0];
}

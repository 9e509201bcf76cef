import type { Address } from '../../domain/chain/hex.js';
import type { SourceKey } from '../model/engine-store.js';

/** What has to be loaded before an evaluation can be done. */
export class Needs {
  readonly subjects = new Set<Address>();
  readonly keys = new Map<string, SourceKey>();
  readonly hashes = new Set<number>();

  get isEmpty(): boolean {
    return this.subjects.size + this.keys.size + this.hashes.size === 0;
  }

  addKey(key: SourceKey): void {
    const name = `${key.subject} ${key.source} ${key.key}`;
    const known = this.keys.get(name);
    if (!known || (key.from ?? 0) < (known.from ?? 0)) this.keys.set(name, key);
  }

  add({ subjects, keys, hashes }: Needs): void {
    for (const one of subjects) this.subjects.add(one);
    for (const one of keys.values()) this.addKey(one);
    for (const one of hashes) this.hashes.add(one);
  }

  clear(): void {
    this.subjects.clear();
    this.keys.clear();
    this.hashes.clear();
  }
}

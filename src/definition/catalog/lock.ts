import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Definition } from '../model/definition.js';
import type { FileError } from '../schema/definitions-refused.js';
import { definitionId, version } from '../schema/text.schema.js';
import { isHigher } from '../schema/version-order.js';
import type { YamlFile } from '../schema/yaml-file.js';

const lockSchema = z.record(
  definitionId,
  z.strictObject({ version, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);

/** The published version and rule digest of each definition. */
export type Lock = z.infer<typeof lockSchema>;

const WRITE = '`definitions check --write`';

/** `lock.json` as it is on disk. Empty if there is none. */
export class LockFile {
  readonly errors: FileError[] = [];
  readonly #file: string;
  readonly #text: string;
  #lock: Lock = {};

  constructor(directory: string) {
    this.#file = join(directory, 'lock.json');
    this.#text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    const result = lockSchema.safeParse(parseJson(this.#text));
    if (result.success) this.#lock = result.data;
    else this.#refuse('', `is no lock file: restore it, or remove it and write it with ${WRITE}`);
  }

  /** Refuses rules that changed without a higher version. Nothing may be published over them. */
  refuseSilentChanges(definitions: readonly Definition[], files: ReadonlyMap<string, YamlFile>): void {
    for (const definition of definitions) {
      const locked = this.#lock[definition.id];
      const changed = locked && locked.sha256 !== ruleSha256(definition);
      if (!locked || isHigher(definition.version, locked.version)) continue;
      if (changed) {
        const sentence = `must be higher than ${locked.version}: the rule is not the one locked under it`;
        files.get(definition.id)!.refuse(['version'], sentence);
      } else if (definition.version !== locked.version) {
        files.get(definition.id)!.refuse(['version'], `is lower than ${locked.version}, which is locked`);
      }
    }
  }

  /** Throws while the file does not match the definitions. */
  refuseStaleEntries(definitions: readonly Definition[], files: ReadonlyMap<string, YamlFile>): void {
    // The missing parts of an unreadable file are not known.
    if (this.errors.length > 0) return;
    for (const { id, version } of definitions) {
      const locked = this.#lock[id];
      if (locked?.version === version) continue;
      const file = files.get(id)!;
      if (!locked) file.refuse(['version'], `is not in lock.json: ${WRITE} adds it`);
      else if (isHigher(version, locked.version)) {
        file.refuse(['version'], `is ${locked.version} in lock.json: ${WRITE} raises it`);
      }
    }
    const there = new Set(definitions.map(({ id }) => id));
    for (const id of Object.keys(this.#lock).filter((one) => !there.has(one))) {
      this.#refuse(id, `names ${id}, which is not there: ${WRITE} removes it`);
    }
  }

  write(definitions: readonly Definition[]): void {
    const lock = Object.fromEntries(
      definitions.map((one) => [one.id, { version: one.version, sha256: ruleSha256(one) }]),
    );
    writeFileSync(this.#file, `${JSON.stringify(lock, null, 2)}\n`);
  }

  #refuse(id: string, sentence: string): void {
    const before = this.#text.slice(0, Math.max(0, this.#text.indexOf(`"${id}"`))).split('\n');
    this.errors.push({ file: this.#file, line: before.length, column: before.at(-1)!.length + 1, sentence });
  }
}

/** The published definition versions by definition id, of the lock file of a directory; none where it cannot be read. */
export function lockedRules(directory: string): ReadonlyMap<string, string> {
  const file = join(directory, 'lock.json');
  const lock = lockSchema.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : {});
  return new Map(
    Object.entries(lock.data ?? {}).map(([id, { version, sha256 }]) => [id, `${version}+sha256.${sha256}`]),
  );
}

function ruleSha256({ definitionVersion }: Definition): string {
  return definitionVersion.slice(-64);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

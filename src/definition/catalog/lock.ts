import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
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
type Lock = z.infer<typeof lockSchema>;

/** The only key of the lock file that is not a definition. */
const ANALYSIS = 'codeAnalysis';
const analysisSchema = z.record(z.string(), z.string());

/**
 * Versions of the programs that analyse code, by name. With other versions, the same rules may give other
 * proofs.
 */
export type CodeAnalysis = Readonly<Record<string, string>>;

const WRITE = '`definitions check --write`';

/** The content of `lock.json`; empty if there is no such file. */
export class LockFile {
  readonly errors: FileError[] = [];
  readonly #file: string;
  readonly #text: string;
  #lock: Lock = {};
  #analysis: CodeAnalysis | undefined;

  constructor(directory: string) {
    this.#file = join(directory, 'lock.json');
    this.#text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    const result = parseLock(this.#text);
    if (result) {
      this.#lock = result.lock;
      this.#analysis = result.analysis;
    } else this.#refuse('', `is no lock file: restore it, or remove it and write it with ${WRITE}`);
  }

  /**
   * Refuses rules that changed without a higher version. `write` must not follow then, because a published
   * version never changes.
   */
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

  /** Refuses entries that are missing, differ from the definitions or name none. */
  refuseStaleEntries(definitions: readonly Definition[], files: ReadonlyMap<string, YamlFile>): void {
    // Which entries an unreadable file lacks is not known.
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

  /** Refuses another code analysis than the locked one. */
  refuseOtherAnalysis(installed: CodeAnalysis): void {
    if (this.errors.length > 0 || canonicalJson(this.#analysis ?? null) === canonicalJson(installed)) return;
    if (this.#analysis === undefined) {
      this.#refuse('', `names no code analysis: ${WRITE} adds it`);
      return;
    }
    this.#refuse(
      ANALYSIS,
      `has ${namesOf(this.#analysis)}, and ${namesOf(installed)} is installed: facts about code, and so proofs, may differ. ` +
        `Install what is locked, or lock what is installed with ${WRITE}`,
    );
  }

  /** @returns the definitions whose entries changed */
  write(definitions: readonly Definition[], analysis: CodeAnalysis): readonly Definition[] {
    const lock = {
      [ANALYSIS]: analysis,
      ...Object.fromEntries(
        definitions.map((one) => [one.id, { version: one.version, sha256: ruleSha256(one) }]),
      ),
    };
    writeFileSync(this.#file, `${JSON.stringify(lock, null, 2)}\n`);
    return definitions.filter((one) => {
      const before = this.#lock[one.id];
      return before?.sha256 !== ruleSha256(one) || before.version !== one.version;
    });
  }

  #refuse(id: string, sentence: string): void {
    const before = this.#text.slice(0, Math.max(0, this.#text.indexOf(`"${id}"`))).split('\n');
    this.errors.push({ file: this.#file, line: before.length, column: before.at(-1)!.length + 1, sentence });
  }
}

/**
 * Published versions (`1.0.0+sha256.…`) by definition id, from the lock file of a directory; empty where it
 * cannot be read.
 */
export function lockedRules(directory: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readLock(directory)?.lock ?? {}).map(([id, { version, sha256 }]) => [
      id,
      `${version}+sha256.${sha256}`,
    ]),
  );
}

/** The code analysis in the lock file of a directory; undefined where it has none or cannot be read. */
export function lockedAnalysis(directory: string): CodeAnalysis | undefined {
  return readLock(directory)?.analysis;
}

function readLock(directory: string): ReturnType<typeof parseLock> {
  const file = join(directory, 'lock.json');
  return existsSync(file) ? parseLock(readFileSync(file, 'utf8')) : undefined;
}

function ruleSha256({ definitionVersion }: Definition): string {
  return definitionVersion.slice(-64);
}

/** Parses a lock file; undefined for malformed text. */
function parseLock(
  text: string,
): { readonly lock: Lock; readonly analysis: CodeAnalysis | undefined } | undefined {
  try {
    const { [ANALYSIS]: analysis, ...lock } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    return { lock: lockSchema.parse(lock), analysis: analysisSchema.optional().parse(analysis) };
  } catch {
    return undefined;
  }
}

function namesOf(analysis: CodeAnalysis): string {
  return Object.entries(analysis)
    .map(([name, one]) => `${name} ${one}`)
    .join(', ');
}

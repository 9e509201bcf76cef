import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/** Beside the build, for the parser as it is: another number when it accepts other texts or gives other content. */
const CACHE = fileURLToPath(new URL('../../../../.cache/yaml-1', import.meta.url));

const DEFINITIONS = fileURLToPath(new URL('../../../../definitions/', import.meta.url));

/** Whether a file is one of the definitions of this checkout, of which there are few. */
export function isOfCheckout(file: string): boolean {
  return file.startsWith(DEFINITIONS);
}

/** The content of a text that was parsed before, without errors, in any process; undefined of any other. */
export function rememberedContent(text: string): unknown {
  try {
    return JSON.parse(readFileSync(fileOf(text), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Remembers what a text without errors says, if JSON can say it and the directory is writable. */
export function rememberContent(text: string, content: unknown): void {
  const json = JSON.stringify(content);
  if (json === undefined || !isDeepStrictEqual(JSON.parse(json), content)) return;
  try {
    mkdirSync(CACHE, { recursive: true });
    const written = `${fileOf(text)}.${process.pid}`;
    writeFileSync(written, json);
    // Others read all of it or none.
    renameSync(written, fileOf(text));
  } catch {
    // It is parsed again next time.
  }
}

function fileOf(text: string): string {
  return join(CACHE, `${createHash('sha256').update(text).digest('hex')}.json`);
}

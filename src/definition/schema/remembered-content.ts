import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/**
 * The directory of the remembered content. Raise its number when the parser accepts other texts or gives
 * other content.
 */
const cache = (): string => fileURLToPath(new URL('../../../../.cache/yaml-1', import.meta.url));

// A function, because a browser, which only verifies, has no such paths when it loads the module.
const definitions = (): string => fileURLToPath(new URL('../../../../definitions/', import.meta.url));

/**
 * Whether a file belongs to the definitions of this checkout. These are few, so their content may be kept.
 */
export function isOfCheckout(file: string): boolean {
  return file.startsWith(definitions());
}

/** The content of a text that any process parsed before without errors; undefined for any other text. */
export function rememberedContent(text: string): unknown {
  try {
    return JSON.parse(readFileSync(fileOf(text), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Remembers the content of a text without errors, if JSON can express it and the directory is writable. */
export function rememberContent(text: string, content: unknown): void {
  const json = JSON.stringify(content);
  if (json === undefined || !isDeepStrictEqual(JSON.parse(json), content)) return;
  try {
    mkdirSync(cache(), { recursive: true });
    const written = `${fileOf(text)}.${process.pid}`;
    writeFileSync(written, json);
    // Atomic: other processes read the whole file or none.
    renameSync(written, fileOf(text));
  } catch {
    // Next time the text is parsed again.
  }
}

function fileOf(text: string): string {
  return join(cache(), `${createHash('sha256').update(text).digest('hex')}.json`);
}

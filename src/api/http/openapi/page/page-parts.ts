import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A source file of the page, relative to the compiled file. */
const part = (name: string): string =>
  readFileSync(new URL(`../../../../../../reference/${name}`, import.meta.url), 'utf8');

/** The script without imports, because the page inlines all scripts one after another. */
const alone = (script: string): string =>
  script.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export (?=(async )?function )/gm, '');

export const STYLE = part('page.css');
export const SCRIPT = ['examples.js', 'answer.js', 'page.js'].map((name) => alone(part(name))).join('\n');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Allows only this style and this script, and requests to the origin of the page, so that no text of the
 * chain can act as part of the page.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

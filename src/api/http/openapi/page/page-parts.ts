import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Sources of the page, relative to the compiled file. */
const part = (name: string): string =>
  readFileSync(new URL(`../../../../../../reference/${name}`, import.meta.url), 'utf8');

/** The scripts are inlined in the page one after another, without imports. */
const alone = (script: string): string =>
  script.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export (?=(async )?function )/gm, '');

export const STYLE = part('page.css');
export const SCRIPT = ['examples.js', 'answer.js', 'page.js'].map((name) => alone(part(name))).join('\n');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only this style and this script, and requests to where the page came from: a text of the chain cannot become part of the page. */
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

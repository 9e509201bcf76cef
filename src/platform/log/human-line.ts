import { visibleText } from './visible-text.js';

interface Written {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [key: string]: unknown;
}

/** A JSON log line as a person reads it: time, level unless it is usual, message, the fields, the stack of an error. */
export function humanLine(json: string): string {
  const { time, level, msg, context, err, ...fields } = JSON.parse(json) as Written;
  const parts = [time.slice(11, 19)];
  if (level !== 'info') parts.push(level.toUpperCase());
  if (typeof context === 'string') parts.push(`[${visibleText(context)}]`);
  if (msg !== undefined) parts.push(visibleText(msg));
  for (const [key, value] of Object.entries(fields)) {
    parts.push(`${key}=${visibleText(typeof value === 'string' ? value : JSON.stringify(value))}`);
  }
  const stack = err?.stack ?? err?.message;
  const trace = stack === undefined ? [] : stack.split('\n').map((line) => `\n    ${visibleText(line)}`);
  return `${parts.join(' ')}${trace.join('')}\n`;
}

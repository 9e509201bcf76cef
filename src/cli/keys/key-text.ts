import type { KeyRecord } from '../../api/access/key-store.js';
import { visibleText } from '../../platform/log/visible-text.js';
import { textTable } from '../text/text-table.js';

const HEAD = ['id', 'name', 'state', 'plan', 'requests', 'created', 'expires', 'last used'];

/** Keys as a table with a line for each. */
export function keyTable(keys: readonly KeyRecord[]): string {
  return textTable(HEAD, keys.map(cellsOf));
}

/** One key, with a line for each of its properties. */
export function keyText(key: KeyRecord): string {
  const cells = cellsOf(key);
  const width = Math.max(...HEAD.map((title) => title.length));
  return HEAD.map((title, place) => `${title.padEnd(width)}  ${cells[place]}`).join('\n');
}

function cellsOf({ id, name, state, plan, requests, windowSeconds, ...times }: KeyRecord): string[] {
  return [
    `${id}`,
    visibleText(name),
    state,
    plan,
    `${requests} in ${windowSeconds} s`,
    minute(times.createdAt),
    times.expiresAt === undefined ? 'never' : minute(new Date(times.expiresAt)),
    times.lastUsedAt ? minute(times.lastUsedAt) : 'never',
  ];
}

/** A time in UTC, to the minute. */
const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;

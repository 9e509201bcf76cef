import { dayOfText } from '../text/day.js';
import { isRisk } from '../text/risk.js';
import { memo } from './memo.js';
import { type Data, get } from './service.js';

export type Registry = Data<'registries'>['registries'][number];

const once = memo(async (_: 'all'): Promise<readonly Registry[]> => (await get('registries')).registries);

/** Every list that definitions consult. */
export const registries = (): Promise<readonly Registry[]> => once('all');

/** The lists behind what is said of risk. */
export const riskLists = async (): Promise<readonly Registry[]> =>
  (await registries()).filter(({ usedBy }) => usedBy.some(isRisk));

/** The day on which the newest version of a list was read; empty without a version. */
export function retrievedOn({ versions }: Registry): string {
  const newest = versions.at(-1);
  return newest ? dayOfText(newest.retrievedAt) : '';
}

const STALE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The day of the newest version of a list, as text, and whether its own date is long ago. Without a date of
 * its own, the day on which it was read.
 */
export function dayOf(registry: Registry): { readonly text: string; readonly isStale: boolean } {
  const own = registry.versions.at(-1)?.asOf;
  if (own === undefined) return { text: `read ${retrievedOn(registry)}`, isStale: false };
  return { text: `of ${dayOfText(own)}`, isStale: Date.now() - Date.parse(own) > STALE_DAYS * DAY_MS };
}

/** The entries of a list, for lists that are not long. */
export const entriesOf = memo((registryId: string) =>
  get('registries/{registryId}/entries', { path: { registryId }, query: { limit: 1000 } }),
);

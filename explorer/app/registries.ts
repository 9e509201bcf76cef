import { isRisk } from '../../src/api/screening/risk.js';
import { dayOfText } from '../text/day.js';
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

/** The entries of a list, for lists that are not long. */
export const entriesOf = memo((registryId: string) =>
  get('registries/{registryId}/entries', { path: { registryId }, query: { limit: 1000 } }),
);

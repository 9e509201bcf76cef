import type { Plan } from '../../domain/access/plan.js';
import { keyTable } from './key-text.js';
import { withKeys } from './with-keys.js';

export interface CreateOptions {
  readonly plan: Plan;
  readonly requests?: number;
  readonly window?: number;
  readonly expires?: number;
}

/** Runs `keys create`. */
export async function run(
  [name = '']: string[],
  { plan, requests = 600, window: windowSeconds = 60, expires }: CreateOptions,
): Promise<void> {
  await withKeys(async (keys) => {
    const { id, key } = await keys.create({
      ...{ name, plan, requests, windowSeconds },
      ...(expires !== undefined && { expiresAt: expires }),
    });
    const record = await keys.byId(id);
    console.error(`${keyTable(record ? [record] : [])}\n\nKeep it: it cannot be shown again.\n`);
    console.log(key);
  });
}

import { keyTable } from './key-text.js';
import { withKeys } from './with-keys.js';

/** Runs `keys list`. */
export async function run(): Promise<void> {
  console.log(keyTable(await withKeys((keys) => keys.all())));
}

import { keyTable } from './key-text.js';
import { withKeys } from './with-keys.js';

/** What `keys list` does. */
export async function run(): Promise<void> {
  console.log(keyTable(await withKeys((keys) => keys.all())));
}

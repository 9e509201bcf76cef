import { keyId } from './key-options.js';
import { keyText } from './key-text.js';
import { withKeys } from './with-keys.js';

/** Runs `keys show`. */
export async function run([id = '']: string[]): Promise<void> {
  const number = keyId(id);
  const key = await withKeys((keys) => keys.byId(number));
  if (!key) throw new Error(`there is no key ${number}: \`keys list\` shows those there are`);
  console.log(keyText(key));
}

import { keyId } from './key-options.js';
import { withKeys } from './with-keys.js';

/** Runs `keys revoke`. */
export async function run([id = '']: string[]): Promise<void> {
  const number = keyId(id);
  const revoked = await withKeys((keys) => keys.revoke(number));
  if (!revoked)
    throw new Error(`there is no key ${number} that could be revoked: \`keys list\` shows their states`);
  console.log(`key ${number} is revoked`);
}

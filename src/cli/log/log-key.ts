import { readConfig } from '../../platform/config/config.js';
import { chainDirectory } from '../../runtime/directory/chain-directory.js';
import { logOrigin } from '../../runtime/transparency/log-origin.js';
import { verifierKey } from '../../tlog/note-key.js';
import { LogKey } from '../../transparency/log-key.js';

const ACTIONS: ReadonlySet<string> = new Set(['create', 'show', 'rotate', 'finish']);

/** Runs `log key`. */
export async function run(action: string): Promise<void> {
  if (!ACTIONS.has(action))
    throw new Error(`<action> must be one of ${[...ACTIONS].join(', ')}, and is ${JSON.stringify(action)}`);
  const config = readConfig(process.env);
  const directory = chainDirectory(config);
  const origin = logOrigin(config);
  if (origin === undefined) throw new Error('no log is kept: set LOG_ORIGIN to its name');
  const isThere = LogKey.isAt(directory);
  if (action === 'create' && isThere) throw new Error(`${directory}/log.key is there already`);
  if (action !== 'create' && !isThere)
    throw new Error(`there is no key in ${directory}: \`log key create\` makes one`);
  if (action === 'rotate') LogKey.rotate(directory);
  else if (action === 'finish') LogKey.finish(directory);
  for (const signer of LogKey.at(directory, origin).signers) console.log(verifierKey(signer));
}

import type { ExplorerExample, ExplorerSettings } from '../../api/explore/explorer-settings.js';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';
import type { Chain } from '../chain/chain.js';
import type { DemoAccess } from './demo-access.js';

/** Names of the demo's scenario, with what they are an example of. */
const EXAMPLES: readonly (readonly [name: string, title: string])[] = [
  ['dollar', 'Demo Dollar: who owns it?'],
  ['weth', 'Wrapped Ether, a token'],
  ['fake usdc', 'A fake USDC'],
  ['mallory', 'A sanctioned account: since when?'],
  ['safe of three', 'A Safe: who signs for it?'],
  ['transparent proxy', 'An upgradeable proxy'],
];

/** The settings of the explorer. The key of the demo chain is made after them. */
export function explorerSettings(
  config: Config,
  { demo }: Pick<Chain, 'demo'>,
  demoAccess: DemoAccess,
): ExplorerSettings {
  const addresses = demo?.chain.manifest.addresses();
  const examples = EXAMPLES.flatMap(([name, title]): ExplorerExample[] => {
    const address = addresses?.get(name)?.toLowerCase();
    return address === undefined ? [] : [{ title, address }];
  });
  return {
    isServed: config.explorer,
    network: networkOf(config),
    examples,
    get demoKey() {
      return demoAccess.key;
    },
  };
}

import { ABOUT_NETWORK } from '../../domain/chain/record/network.js';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';

/** Notes on standard error that the output is about a demo chain. Output for programs does not change. */
export function noteNetwork(config: Config): void {
  if (networkOf(config) === 'demo') console.error(ABOUT_NETWORK.demo);
}

import { ABOUT_NETWORK } from '../../domain/chain/record/network.js';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';

/** Marks text output about a demo chain on standard error; output for programs is unchanged. */
export function noteNetwork(config: Config): void {
  if (networkOf(config) === 'demo') console.error(ABOUT_NETWORK.demo);
}

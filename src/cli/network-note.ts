import { ABOUT_NETWORK } from '../kernel/chain/network.js';
import type { Config } from '../platform/config/config.js';
import { networkOf } from './projectors.js';

/** Says on standard error, before what people read of a demo chain, that it is one; output for programs stays as it is. */
export function noteNetwork(config: Config): void {
  if (networkOf(config) === 'demo') console.error(ABOUT_NETWORK.demo);
}

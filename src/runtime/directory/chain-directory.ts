import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';

/** Where this chain's files are: the demo chain's blocks must never meet those of a real one. */
export function chainDirectory(config: Config): string {
  return join(config.dataDir, networkOf(config));
}

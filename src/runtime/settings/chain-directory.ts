import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';

/** Where this chain's files are: the demo chain's blocks must never meet those of a real one. */
export function chainDirectory({ dataDir, rpcUrls }: Config): string {
  return join(dataDir, rpcUrls.length === 0 ? 'demo' : 'mainnet');
}

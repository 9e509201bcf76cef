import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoBeacon, startDemoBeacon } from '../../demo/beacon/demo-beacon.js';
import type { DemoChain } from '../../demo/demo-chain.js';
import type { Config } from '../../platform/config/config.js';
import { chainDirectory } from '../directory/chain-directory.js';

/**
 * Starts the beacon chain of the demo. Its genesis time is that of the first start, because samples of it are
 * kept.
 */
export async function startDemoBeaconOf(config: Config, { url }: DemoChain): Promise<DemoBeacon> {
  const file = join(chainDirectory(config), 'beacon-genesis-time');
  const genesisTime = notedTime(file);
  const beacon = await startDemoBeacon({
    rpcUrl: url,
    ...(genesisTime === undefined ? {} : { genesisTime }),
  });
  if (genesisTime === undefined) writeFileSync(file, String(beacon.genesisTime));
  return beacon;
}

function notedTime(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

import type { Pool } from 'pg';
import type { DemoBeacon } from '../../demo/beacon/demo-beacon.js';
import type { DemoChain } from '../../demo/demo-chain.js';
import { type DemoPayments, demoPayments } from '../../demo/demo-payments.js';
import type { Facilitator } from '../../facilitator/facilitator.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/log/logger.js';
import type { StartedParts } from '../lifecycle/started-parts.js';
import { startDemoBeaconOf } from './demo-beacon.js';
import { startDemoFacilitator } from './demo-facilitator.js';
import { noteDemo } from './demo-note.js';
import { replayDemo } from './replay-demo.js';

/** The demo: its chain, its beacon chain, and the facilitator that settles payments on it. */
export interface Demo {
  readonly chain: DemoChain;
  readonly beacon: DemoBeacon;
  readonly facilitator: Facilitator;
  readonly payments: DemoPayments;
}

/** Starts the demo. Its chain does not grow yet. */
export async function startDemo(
  config: Config,
  pool: Pool,
  logger: Logger,
  parts: StartedParts,
): Promise<Demo> {
  const stop = (part: { stop(): Promise<void> }) => part.stop();
  const chain = await parts.start(() => replayDemo(config, pool, logger), stop);
  const beacon = await parts.start(() => startDemoBeaconOf(config, chain), stop);
  parts.add(noteDemo(config, chain.url, beacon.url));
  const payments = demoPayments(chain);
  const facilitator = await parts.start(() => startDemoFacilitator(config, chain, payments, logger), stop);
  return { chain, beacon, facilitator, payments };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type DemoChain, startDemoChain } from '../../demo/demo-chain.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/log/logger.js';
import { chainDirectory } from '../directory/chain-directory.js';

/** Plays the demo chain again, up to where the store already is: the chain itself keeps nothing. */
export async function replayDemo(config: Config, pool: Pool, logger: Logger): Promise<DemoChain> {
  const stored = await new CanonicalChain(pool).head();
  const directory = chainDirectory(config);
  await mkdir(directory, { recursive: true });
  const demo = await startDemoChain({
    pidFile: join(directory, 'anvil.pid'),
    outsideFile: join(directory, 'outside-transactions.jsonl'),
    log: (line) => logger.info(line),
    warn: (line) => logger.warn(line),
    ...(stored ? { toHeight: stored.number } : {}),
  });
  if (stored && (await demo.hashAt(stored.number)) !== toHex(stored.hash)) {
    await demo.stop();
    throw new Error(
      `the demo chain differs from the one whose blocks are stored: remove ${directory} to begin with the new one`,
    );
  }
  return demo;
}

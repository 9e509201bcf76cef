import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Packed, packed } from '../package/packed.js';
import type { SharedServer } from './shared-server.js';

/** Packs the client for the test files that install it. */
export async function packClient(): Promise<SharedServer<Packed>> {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-packed-'));
  const reported = await packed('client', join(directory, 'client'));
  return { reported, stop: async () => rmSync(directory, { recursive: true }) };
}

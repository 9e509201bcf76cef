import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightClientData } from '../../src/domain/canonicity/light-client/follow-updates.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const DIGEST_BYTES = 4;

/** Recorded light-client data of mainnet, periods 1250 and 1251 (Deneb); undefined on machines without it. */
export function recordedLightClient(): (LightClientData & { readonly later: Buffer }) | undefined {
  if (REFERENCE_DIRECTORY === undefined) return undefined;
  const [bootstrap, list, finality] = ['bootstrap', 'updates', 'finality_update'].map(lastValue);
  const offsets = Array.from({ length: list!.readUInt32LE(0) / 4 }, (_, at) => list!.readUInt32LE(4 * at));
  const [first, later] = offsets.map((from, at) => list!.subarray(from + DIGEST_BYTES, offsets[at + 1]));
  return {
    bootstrap: bootstrap!.subarray(DIGEST_BYTES),
    updates: [first!],
    finality: finality!.subarray(DIGEST_BYTES),
    later: later!,
  };
}

/** The last value of a file. */
function lastValue(name: string): Buffer {
  const file = join(REFERENCE_DIRECTORY!, 'canonical', 'light_client', `${name}.yaml`);
  const text = readFileSync(file, 'utf8').replace(/\\\n\s*/g, '');
  return Buffer.from(/content_value:\s*"0x([0-9a-f]+)"/.exec(text)![1]!, 'hex');
}

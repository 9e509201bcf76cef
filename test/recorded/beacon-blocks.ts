import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const folder = () => join(REFERENCE_DIRECTORY!, 'canonical', 'headers_with_proof', 'beacon_data');

/** SSZ of the recorded beacon block for an execution block, with a signature of zeros. */
export function signedBeaconBlock(number: number): Buffer {
  const block = readFileSync(join(folder(), `${number}`, 'block.ssz'));
  const fixed = Buffer.alloc(100);
  fixed.writeUInt32LE(100);
  return Buffer.concat([fixed, block]);
}

/** Roots of the beacon blocks of era 1053, the first of Deneb. */
export function recordedEra(): Buffer[] {
  const roots = readFileSync(join(folder(), '19426587', 'block_roots.ssz'));
  return Array.from({ length: roots.length / 32 }, (_, at) => roots.subarray(at * 32, (at + 1) * 32));
}

import type { Hex } from 'viem';
import { assembled } from '../builder/assembled.js';

/** Creation code that runs a program and then deploys the runtime. */
export function creationOf(runtime: Buffer, program: string): Hex {
  const copy = Buffer.from('610000806100006000396000f3', 'hex');
  const before = assembled(`${program} JUMPDEST`);
  copy.writeUInt16BE(runtime.length, 1);
  copy.writeUInt16BE(before.length + copy.length, 5);
  return `0x${Buffer.concat([before, copy, runtime]).toString('hex')}`;
}

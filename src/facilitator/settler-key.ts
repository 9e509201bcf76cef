import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';

/** The private key in a file. @throws Error that reveals nothing of its content */
export function privateKeyIn(file: string): Hex {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error('FACILITATOR_KEY_FILE cannot be read');
  }
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text))
    throw new Error('FACILITATOR_KEY_FILE must hold a private key and nothing else: 64 hex digits');
  return `0x${text.replace(/^0x/, '').toLowerCase()}`;
}

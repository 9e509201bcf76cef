import type { Address } from '../../domain/chain/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';

/** A token and its EIP-712 domain. */
export interface PayTokenSetting {
  readonly address: Address;
  readonly name: string;
  readonly version: string;
}

/** Reads `address:name:version`; the name may hold colons. */
export function parsePayToken(text: string): PayTokenSetting | undefined {
  const [, token = '', name = '', version = ''] = /^(0x\w{40}):(.+):([^:]+)$/.exec(text) ?? [];
  const address = parseAddress(token);
  return address && { address, name, version };
}

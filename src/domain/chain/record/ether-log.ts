import { keccak256 } from '../../crypto/keccak.js';
import { bytesToBigInt } from '../word.js';
import type { Log } from './block.js';

/** Address under which the protocol itself logs (EIP-7708). It has no code, so nothing else can log there. */
const PROTOCOL = Buffer.from('fffffffffffffffffffffffffffffffffffffffe', 'hex');
const TRANSFER = keccak256(Buffer.from('Transfer(address,address,uint256)'));

/** Ether that went from one account to another. */
export interface EtherMove {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly wei: bigint;
}

/** Whether the protocol wrote the log: since Amsterdam it logs each move and each burn of ether. */
export function isEtherLog({ address }: Pick<Log, 'address'>): boolean {
  return address[0] === 0xff && address.equals(PROTOCOL);
}

/** The ether move of a protocol log; undefined for burned ether. */
export function etherMove({ topics, data }: Log): EtherMove | undefined {
  if (topics.length !== 3 || !topics[0]!.equals(TRANSFER)) return undefined;
  return {
    from: topics[1]!.subarray(12),
    to: topics[2]!.subarray(12),
    wei: bytesToBigInt(data),
  };
}

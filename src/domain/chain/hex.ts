/** `0x` text as viem types it: an address of 20 bytes, a hash of 32, and bytes of any length. */
export type { Address, Hash, Hex } from 'viem';

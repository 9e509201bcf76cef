import { describe, expect, it } from '@jest/globals';
import {
  concat,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  recoverAddress,
  serializeTransaction,
} from 'viem';
import { GENESIS_CONTRACTS } from './genesis-contracts.js';

/**
 * The keyless deployments of the EIPs: r is 0x539, and s was searched for so that the contract gets its
 * address.
 */
const DEPLOYMENTS = [
  { name: 'withdrawal requests (EIP-7002)', s: 0x5feeb084551e4e03a3581e269bc2ea2f8d0008n },
  { name: 'consolidation requests (EIP-7251)', s: 0xc0730f92dc275b663d377a7cbb141b6600052n },
];

describe('the request contracts at genesis', () => {
  it.each(DEPLOYMENTS)('$name: the keyless deployment of its code gives its address', async ({ name, s }) => {
    const contract = GENESIS_CONTRACTS.find((candidate) => candidate.name === name);
    const hash = keccak256(
      serializeTransaction({
        type: 'legacy',
        gasPrice: 1_000_000_000_000n,
        gas: 250_000n,
        data: creationOf(contract!.code),
      }),
    );
    const signature = { r: numberToHex(0x539, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity: 0 };
    const from = await recoverAddress({ hash, signature });
    expect(getContractAddress({ from, nonce: 0n })).toBe(contract!.address);
  });
});

/** Stores the inhibitor in slot 0, then returns the runtime code. */
function creationOf(code: Hex): Hex {
  const length = numberToHex((code.length - 2) / 2, { size: 2 });
  return concat([`0x7f${'ff'.repeat(32)}5f5561`, length, '0x80602d5f395ff3', code]);
}

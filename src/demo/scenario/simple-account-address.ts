import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  pad,
  toHex,
} from 'viem';
import { accountAbstraction } from './packages.js';

/**
 * The proxy of an account has no artifact of its own. Its creation code is within that of the factory, and
 * begins with its length.
 */
const PROXY_START = '60806040526102a8803803';
const PROXY_BYTES = 0x2a8;

/**
 * The address that a SimpleAccountFactory gives the account of an owner.
 * @throws Error if the package has another proxy
 */
export function simpleAccountAddress(factory: Address, owner: Address, salt: bigint): Address {
  const { bytecode } = accountAbstraction('SimpleAccountFactory');
  const start = bytecode.indexOf(PROXY_START);
  if (start < 0) throw new Error('the account factory has another proxy than expected');
  const implementation = getContractAddress({ from: factory, nonce: 1n });
  const initialize = encodeFunctionData({
    abi: accountAbstraction('SimpleAccount').abi,
    functionName: 'initialize',
    args: [owner],
  });
  const argument = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }],
    [implementation, initialize],
  );
  const creation: Hex = `0x${bytecode.slice(start, start + 2 * PROXY_BYTES)}${argument.slice(2)}`;
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt: pad(toHex(salt)), bytecode: creation });
}

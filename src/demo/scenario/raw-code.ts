import { concat, type Hex, toHex } from 'viem';
import type { Artifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * Code that no compiler writes: CALLCODE, a contract without code, and code that begins with 0xef (refused by
 * EIP-3541).
 */
export function rawCode(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const target = stage.contract('counter');
  const caller = stage.deploy(deployer, 'callcode caller', returning(callcode(target.address)));
  stage.deploy(deployer, 'contract without code', { abi: [], bytecode: '0x' });
  stage.deploy(deployer, 'code beginning with ef', returning('0xef00'), [], { fails: true, gas: 200_000n });
  stage.block();
  stage.send(alice, caller.address, '0x', { label: 'callcode' });
  stage.block();
}

/** Creation code that deploys this runtime code. */
function returning(runtime: Hex): Artifact {
  const length = toHex((runtime.length - 2) / 2, { size: 1 });
  // PUSH1 length, DUP1, PUSH1 9, PUSH0, CODECOPY, PUSH0, RETURN
  return { abi: [], bytecode: concat(['0x60', length, '0x8060095f395ff3', runtime]) };
}

/** CALLCODE with `increment()` as call data and all the gas; then STOP. */
function callcode(target: Hex): Hex {
  // PUSH4 increment(), PUSH1 224, SHL, PUSH0, MSTORE; out size, out offset, in size 4, in offset, value, target, GAS
  return concat(['0x63d09de08a60e01b5f52', '0x5f5f60045f5f73', target, '0x5af200']);
}

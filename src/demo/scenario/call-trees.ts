import { encodeFunctionData, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** Trees of frames, forty deep and wide, one that fails at the bottom; and every way in which a frame can fail. */
export function callTrees(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const tree = stage.deploy(deployer, 'call tree', ownArtifact('CallTree'));
  const reverter = stage.deploy(deployer, 'reverter', ownArtifact('Reverter'));
  stage.block();
  stage.call(alice, tree, 'descend', [40n], { gas: 10_000_000n, label: 'deep call tree' });
  stage.call(alice, tree, 'spread', [3n, 4n], { gas: 10_000_000n, label: 'wide call tree' });
  stage.call(alice, tree, 'failAt', [12n], { gas: 10_000_000n, label: 'tree that catches' });
  stage.call(alice, tree, 'failAt', [4n], {
    gas: 10_000_000n,
    fails: true,
    label: 'tree that fails from its leaf',
  });
  stage.block();

  const fail = (functionName: string, args: readonly unknown[], label: string, gas = 200_000n) =>
    stage.call(alice, reverter, functionName, args, { fails: true, label, gas });
  fail('withString', [], 'revert with a string');
  fail('withNothing', [], 'revert with nothing');
  fail('withCustomError', [], 'revert with a custom error');
  fail('withBareError', [], 'revert with a bare error');
  fail('withAssert', [], 'panic by assert');
  fail('withOverflow', [1n], 'panic by overflow');
  fail('withDivision', [0n], 'panic by division');
  fail('withIndex', [3n], 'panic by index');
  stage.block();
  fail('withInvalid', [], 'invalid opcode');
  fail('burnAllGas', [], 'out of gas in a loop');
  fail('withBytes', [5_000n], 'revert with 5000 bytes');
  fail('withOddBytes', ['0x08c379a0'], 'revert with a truncated string');
  fail('withOddBytes', [MISLEADING_STRING], 'revert with a string that claims too much');
  stage.send(alice, reverter.address, '0xdeadbeef', { fails: true, label: 'unknown function' });
  stage.block();

  const inner = (functionName: string) => encodeFunctionData({ abi: reverter.abi, functionName, args: [] });
  stage.call(alice, reverter, 'catchInner', [inner('withString')], { label: 'caught inner revert' });
  stage.call(alice, reverter, 'catchInner', [inner('burnAllGas')], { label: 'caught inner out of gas' });
  stage.call(alice, reverter, 'catchThenFail', [inner('withCustomError')], {
    fails: true,
    label: 'failed after an inner success',
  });
  stage.block();
}

/** Error(string) with a length of 2^255 and text that is not UTF-8. */
const MISLEADING_STRING = `0x08c379a0${'20'.padStart(64, '0')}80${'00'.repeat(31)}${toHex('\u202e').slice(2)}fffe00`;

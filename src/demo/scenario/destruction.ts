import { getContractAddress, keccak256, parseEther, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * SELFDESTRUCT after Cancun: an old contract keeps its code and loses its ether; one that was created in the
 * same transaction is removed. Such an address then gets code again: the same (CREATE2), or another one by a
 * creator that chooses it.
 */
export function destruction(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const mortal = stage.deploy(deployer, 'mortal', ownArtifact('Mortal'), [], { value: parseEther('1') });
  const undertaker = stage.deploy(deployer, 'undertaker', ownArtifact('Undertaker'));
  const metamorph = stage.deploy(deployer, 'metamorph', ownArtifact('Metamorph'));
  stage.block();

  stage.call(alice, mortal, 'destroy', [bob.address], { label: 'old contract destroyed' });
  stage.call(alice, undertaker, 'createAndDestroy', [bob.address], {
    value: parseEther('0.3'),
    label: 'created and destroyed',
  });
  stage.know('short-lived', getContractAddress({ from: undertaker.address, nonce: 1n }), []);
  stage.block();

  const salt = keccak256(toHex('a place'));
  const { bytecode } = ownArtifact('Mortal');
  stage.call(alice, undertaker, 'createAndDestroyAt', [salt], { label: 'created and destroyed at a place' });
  stage.block();
  stage.call(alice, undertaker, 'createAt', [salt], { label: 'created again at the place' });
  stage.know(
    'reborn',
    getContractAddress({ opcode: 'CREATE2', from: undertaker.address, salt, bytecode }),
    [],
  );
  stage.block();

  const shapeless = ownArtifact('Shapeless').bytecode;
  stage.call(alice, metamorph, 'putAndDestroy', [salt, CALLER_SELFDESTRUCT], {
    label: 'first shape destroyed',
  });
  stage.block();
  stage.call(alice, metamorph, 'put', [salt, ANSWER_42], { label: 'second shape' });
  stage.know(
    'shape-shifter',
    getContractAddress({ opcode: 'CREATE2', from: metamorph.address, salt, bytecode: shapeless }),
    [],
  );
  stage.block();
}

/** CALLER SELFDESTRUCT */
const CALLER_SELFDESTRUCT = '0x33ff';
/** Returns the word 42. */
const ANSWER_42 = '0x602a5f5260205ff3';

import { parseEther, toHex } from 'viem';
import type { Stage } from '../stage/stage.js';
import { ERC1820_DEPLOYMENT, ERC1820_REGISTRY, ERC1820_SENDER } from './erc1820-deployment.js';
import { openzeppelin } from './packages.js';

/** The ERC-1820 registry by its keyless transaction, then an ERC-777 token: sends, an operator, burns. */
export function erc777(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  stage.transfer(deployer, ERC1820_SENDER, parseEther('0.08'));
  stage.block();
  stage.presigned(ERC1820_DEPLOYMENT, 'deploy erc1820 registry');
  stage.know('erc1820 registry', ERC1820_REGISTRY, []);
  stage.block();

  const token = stage.deploy(deployer, 'erc777', openzeppelin('ERC777PresetFixedSupply'), [
    'Seven',
    'SVN',
    [bob.address],
    parseEther('1000'),
    deployer.address,
  ]);
  stage.block();
  stage.call(deployer, token, 'send', [alice.address, parseEther('10'), toHex('for the record')], {
    label: 'erc777 send',
  });
  stage.call(deployer, token, 'transfer', [alice.address, parseEther('1')]);
  stage.block();
  stage.call(bob, token, 'operatorSend', [alice.address, bob.address, parseEther('2'), '0x', '0x01'], {
    label: 'erc777 operator send',
  });
  stage.call(alice, token, 'burn', [parseEther('3'), '0x']);
  stage.block();
}

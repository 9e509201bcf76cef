import { encodeFunctionData, parseEther } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';

const OPENZEPPELIN = '@openzeppelin/contracts/build/contracts';

/**
 * A transparent EIP-1967 proxy: deployed with one implementation, upgraded twice by its admin contract, and
 * given to another admin.
 */
export function proxyUpgrade(stage: Stage): void {
  const deployer = stage.actor('deployer');
  const token = packagedArtifact(`${OPENZEPPELIN}/ERC20PresetFixedSupply.json`);
  const proxyArtifact = packagedArtifact(`${OPENZEPPELIN}/TransparentUpgradeableProxy.json`);
  const first = stage.deploy(deployer, 'proxy implementation 1', token, [
    'One',
    'ONE',
    parseEther('1'),
    deployer.address,
  ]);
  const second = stage.deploy(deployer, 'proxy implementation 2', token, [
    'Two',
    'TWO',
    parseEther('2'),
    deployer.address,
  ]);
  const admin = stage.deploy(deployer, 'proxy admin', packagedArtifact(`${OPENZEPPELIN}/ProxyAdmin.json`));
  stage.block();

  const proxy = stage.deploy(deployer, 'transparent proxy', proxyArtifact, [
    first.address,
    admin.address,
    '0x',
  ]);
  stage.block();

  stage.call(deployer, admin, 'upgrade', [proxy.address, second.address], { label: 'proxy upgrade' });
  stage.block();

  const symbol = encodeFunctionData({ abi: token.abi, functionName: 'symbol' });
  stage.call(deployer, admin, 'upgradeAndCall', [proxy.address, first.address, symbol], {
    label: 'proxy upgrade and call',
  });
  stage.call(deployer, admin, 'transferOwnership', [stage.actor('treasury').address]);
  stage.block();
}

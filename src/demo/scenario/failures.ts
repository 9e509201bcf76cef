import { parseEther } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';

/** Transactions that are included and fail: a string revert, out of gas in a call, out of gas in a creation. */
export function failures(stage: Stage): void {
  const [deployer, mallory] = [stage.actor('deployer'), stage.actor('mallory')];
  const artifact = packagedArtifact('@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json');
  const token = stage.deploy(deployer, 'minted token', artifact, ['Minted', 'MINT']);
  stage.block();

  stage.call(deployer, token, 'mint', [stage.actor('alice').address, parseEther('500')], { label: 'mint' });
  stage.call(mallory, token, 'mint', [mallory.address, parseEther('1')], {
    fails: true,
    label: 'string revert',
  });
  stage.call(deployer, token, 'mint', [deployer.address, parseEther('7')], {
    gas: 30_000n,
    fails: true,
    label: 'out of gas',
  });
  stage.deploy(mallory, 'stillborn contract', artifact, ['Never', 'NVR'], { gas: 900_000n, fails: true });
  stage.block();
}

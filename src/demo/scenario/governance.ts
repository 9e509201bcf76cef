import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbiParameters, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const PROPOSAL = parseAbiParameters('address[], uint256[], bytes[], bytes32');
const FOR = 1;

/**
 * A governor: votes are delegated, and a proposal is made, voted for and executed; another proposal lacks
 * votes.
 */
export function governance(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const votes = stage.deploy(deployer, 'votes token', ownArtifact('VotesToken'));
  const governor = stage.deploy(deployer, 'governor', ownArtifact('DemoGovernor'), [votes.address]);
  const governed = stage.deploy(deployer, 'governed', ownArtifact('Owned'));
  stage.call(deployer, votes, 'transfer', [alice.address, 400n * 10n ** 18n]);
  stage.block();
  stage.call(alice, votes, 'delegate', [alice.address], { label: 'votes delegated' });
  stage.call(deployer, governed, 'transferOwnership', [governor.address]);
  stage.block();

  const accept = encodeFunctionData({ abi: governed.abi, functionName: 'acceptOwnership' });
  const proposal = [[governed.address], [0n], [accept]] as const;
  const idOf = (text: string) =>
    BigInt(keccak256(encodeAbiParameters(PROPOSAL, [...proposal, keccak256(toHex(text))])));
  stage.call(alice, governor, 'propose', [...proposal, 'Take it'], { label: 'proposal made' });
  stage.call(bob, governor, 'propose', [...proposal, 'Take it too']);
  stage.block();
  stage.block();
  stage.call(alice, governor, 'castVote', [idOf('Take it'), FOR], { label: 'vote cast' });
  stage.block();
  stage.block();
  stage.call(bob, governor, 'execute', [...proposal, keccak256(toHex('Take it'))], {
    label: 'proposal executed',
  });
  stage.call(bob, governor, 'execute', [...proposal, keccak256(toHex('Take it too'))], {
    fails: true,
    label: 'proposal defeated',
  });
  stage.block();
}

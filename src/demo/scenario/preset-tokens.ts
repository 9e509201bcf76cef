import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

/** OpenZeppelin presets: ERC-20 paused and burnt, ERC-721 minted, moved and burnt, ERC-1155 single and in batches. */
export function presetTokens(stage: Stage): void {
  const [deployer, alice, bob, carol] = stage.cast('deployer', 'alice', 'bob', 'carol');
  const coin = stage.deploy(deployer, 'preset erc20', openzeppelin('ERC20PresetMinterPauser'), [
    'Preset Coin',
    'PRE',
  ]);
  const art = stage.deploy(deployer, 'preset erc721', openzeppelin('ERC721PresetMinterPauserAutoId'), [
    'Preset Art',
    'ART',
    'https://example.org/art/',
  ]);
  const items = stage.deploy(deployer, 'preset erc1155', openzeppelin('ERC1155PresetMinterPauser'), [
    'https://example.org/{id}.json',
  ]);
  stage.block();

  stage.call(deployer, coin, 'mint', [alice.address, parseEther('100')]);
  for (const holder of [alice, bob, alice]) stage.call(deployer, art, 'mint', [holder.address]);
  stage.call(deployer, items, 'mint', [alice.address, 7n, 10n, '0x'], { label: 'erc1155 mint' });
  stage.call(deployer, items, 'mintBatch', [bob.address, [1n, 2n, 3n], [5n, 0n, 2n], '0x'], {
    label: 'erc1155 batch mint',
  });
  stage.block();

  stage.call(alice, coin, 'burn', [parseEther('1')], { label: 'erc20 burn' });
  stage.call(alice, art, 'transferFrom', [alice.address, carol.address, 0n], { label: 'erc721 transfer' });
  stage.call(bob, art, 'transferFrom', [alice.address, bob.address, 2n], { fails: true });
  stage.call(alice, items, 'safeTransferFrom', [alice.address, carol.address, 7n, 4n, '0x']);
  stage.call(bob, items, 'setApprovalForAll', [carol.address, true]);
  stage.call(
    carol,
    items,
    'safeBatchTransferFrom',
    [bob.address, carol.address, [1n, 1n, 3n], [1n, 2n, 2n], '0x'],
    { label: 'erc1155 batch by an operator' },
  );
  stage.block();

  stage.call(bob, art, 'burn', [1n], { label: 'erc721 burn' });
  stage.call(carol, items, 'burnBatch', [carol.address, [1n, 7n], [1n, 1n]]);
  stage.call(deployer, coin, 'pause', [], { label: 'erc20 pause' });
  stage.call(deployer, art, 'pause', []);
  stage.block();

  stage.call(alice, coin, 'transfer', [bob.address, 1n], { fails: true });
  stage.call(deployer, art, 'unpause', [], { label: 'erc721 unpause' });
  stage.block();
}

import { type Hex, zeroAddress } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Contract, Stage } from '../stage/stage.js';

const IMPLEMENTATION: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

/** A contract of Aave V3. @param path with its name, for example `misc/AaveProtocolDataProvider` */
const aave = (path: string) =>
  packagedArtifact(`@aave/core-v3/artifacts/contracts/${path}.sol/${path.split('/').at(-1)}.json`);

/**
 * Markets that lend: of Aave V3 with its own token and data provider, of Aave V2 and of Compound V2. Each lists one token, and one that is not
 * listed says the same of itself. A last market is in no registry.
 */
export function lendingMarkets(stage: Stage): void {
  const [deployer] = stage.cast('deployer');
  const asset = stage.contract('dollar').address;
  const markets = ['lending pool', 'unlisted lending pool'].map((name) =>
    stage.deploy(deployer, name, ownArtifact('AaveV3Market')),
  ) as [Contract, Contract];
  const older = stage.deploy(deployer, 'older lending pool', ownArtifact('AaveV2Market'));
  const comptroller = stage.deploy(deployer, 'comptroller', ownArtifact('Comptroller'));
  stage.block();

  const receipt = (name: string, pool: Contract) => {
    const code = stage.deploy(deployer, `${name} code`, aave('protocol/tokenization/AToken'), [pool.address]);
    const proxy = stage.deploy(deployer, name, ownArtifact('SlotProxy'), [IMPLEMENTATION, code.address]);
    const token = stage.know(`${name} as token`, proxy.address, code.abi);
    const args = [pool.address, zeroAddress, asset, zeroAddress, 6, name, name, '0x'];
    stage.call(deployer, token, 'initialize', args);
    return token;
  };
  const [listed, unlisted, elsewhere] = [
    receipt('lending receipt', markets[0]),
    receipt('false lending receipt', markets[0]),
    receipt('receipt of an unlisted pool', markets[1]),
  ];
  for (const [name, market, token] of [
    ['lending data', markets[0], listed],
    ['unlisted lending data', markets[1], elsewhere],
  ] as const) {
    const data = stage.deploy(deployer, name, aave('misc/AaveProtocolDataProvider'), [market.address]);
    stage.call(deployer, market, 'setPoolDataProvider', [data.address]);
    stage.call(deployer, market, 'list', [asset, token.address, unlisted.address]);
  }
  stage.block();

  const olderCode = stage.deploy(deployer, 'older receipt code', ownArtifact('LendingReceipt'));
  const [olderListed] = ['older lending receipt', 'false older lending receipt'].map((name) => {
    const proxy = stage.deploy(deployer, name, ownArtifact('SlotProxy'), [IMPLEMENTATION, olderCode.address]);
    const token = stage.know(`${name} as token`, proxy.address, olderCode.abi);
    stage.call(deployer, token, 'initialize', [asset, older.address]);
    return token;
  }) as [Contract, Contract];
  stage.call(deployer, older, 'list', [asset, olderListed.address, zeroAddress]);
  const [compound] = ['compound receipt', 'false compound receipt'].map((name) =>
    stage.deploy(deployer, name, ownArtifact('CompoundReceipt'), [asset, comptroller.address]),
  ) as [Contract, Contract];
  stage.call(deployer, comptroller, 'list', [compound.address, true], { label: 'compound market listed' });
  stage.block();
}

import { FIRST_BLOCK } from '../../demo/genesis/first-block.js';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';

/** The chain this process is about. */
export function chainKind(config: Config): ChainKind {
  const isDemo = networkOf(config) === 'demo';
  const { firstBlock = 0, forkTimes } = config;
  return { firstBlock: isDemo ? FIRST_BLOCK : firstBlock, isDemo, forkTimes };
}

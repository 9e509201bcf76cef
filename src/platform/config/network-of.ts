import type { Network } from '../../domain/chain/record/network.js';
import type { Config } from './config.js';

/** Which chain this process serves: nodes of another chain than mainnet are refused. */
export const networkOf = ({ rpcUrls }: Pick<Config, 'rpcUrls'>): Network =>
  rpcUrls.length === 0 ? 'demo' : 'mainnet';

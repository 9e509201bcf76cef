import type { Address } from '../../domain/chain/hex.js';
import type { PayTokenSetting } from './pay-token.js';

/** How single calls are sold. */
export interface PaySettings {
  /** 0 for a free one. */
  readonly port: number;
  /** Without a slash at its end; absent when not set: host and port. */
  readonly url?: string;
  /** Absent when not set: calls are not sold, or to an account of the demo chain. */
  readonly to?: Address;
  /** Absent when not set: that of the demo chain, if any. */
  readonly facilitatorUrl?: string;
  /** CAIP-2. */
  readonly network: `eip155:${string}`;
  /** Absent when not set: USDC on mainnet, or the demo chain's dollar. */
  readonly token?: PayTokenSetting;
  /** In the smallest unit of the token, by plan and by operation id. */
  readonly prices: ReadonlyMap<string, bigint>;
}

/** Why calls cannot be sold on a real chain with these settings, a line each. */
export function saleObstacles({ to, url, facilitatorUrl, network, token }: PaySettings): string[] {
  if (to === undefined) {
    const set = { PAY_URL: url, FACILITATOR_URL: facilitatorUrl, PAY_TOKEN: token };
    return Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => `${name} has no effect without PAY_TO: there is no recipient`);
  }
  return [
    ...(facilitatorUrl === undefined
      ? ['PAY_TO needs FACILITATOR_URL, too: a facilitator settles the payments']
      : []),
    ...(token === undefined && network !== 'eip155:1'
      ? [`PAY_NETWORK ${network} needs PAY_TOKEN, too: only mainnet has one by default`]
      : []),
  ];
}

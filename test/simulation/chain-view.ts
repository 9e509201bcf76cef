import type { SimBlock } from './sim-block.js';
import type { SimChain } from './sim-chain.js';

/** The chain as a node sees it. */
export interface ChainView {
  readonly head: SimBlock | undefined;
  readonly finalized: SimBlock | undefined;
  at(number: number): SimBlock | undefined;
  withHash(hash: string): SimBlock | undefined;
  withTransaction(hash: string): SimBlock | undefined;
}

/** The view of a node that is `lag` blocks behind. */
export function lagging(chain: SimChain, lag: number): ChainView {
  const top = Math.max(chain.firstBlock, (chain.head?.number ?? 0) - lag);
  const seen = (block: SimBlock | undefined) => (block && block.number <= top ? block : undefined);
  return {
    head: chain.at(top),
    finalized: seen(chain.finalized),
    at: (number) => seen(chain.at(number)),
    withHash: (hash) => seen(chain.withHash(hash)),
    withTransaction: (hash) => seen(chain.withTransaction(hash)),
  };
}

/** The chain before the last reorganisation. */
export function abandoned(chain: SimChain): ChainView {
  const branch = chain.abandoned;
  const fork = branch[0]?.number ?? Number.POSITIVE_INFINITY;
  const at = (number: number) => (number < fork ? chain.at(number) : branch[number - fork]);
  return {
    head: branch.at(-1) ?? chain.head,
    finalized: chain.finalized,
    at,
    withHash: (hash) => chain.withHash(hash),
    withTransaction: (hash) =>
      branch.find((block) => block.json.transactions.some((transaction) => transaction.hash === hash)) ??
      chain.withTransaction(hash),
  };
}

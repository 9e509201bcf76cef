import { sampleAddresses, sampleFailedFrames } from './sample-addresses.js';
import { sampleBalances } from './sample-balances.js';
import { distinctBlocks, sampleBlocks } from './sample-blocks.js';
import { sampleClaims } from './sample-claims.js';
import { sampleConsensus } from './sample-consensus.js';
import { sampleContracts } from './sample-contracts.js';
import { sampleNames } from './sample-names.js';
import { sampleTokens } from './sample-tokens.js';
import { distinctTransactions } from './sample-transactions.js';
import type { Data, ServiceClient } from './service-client.js';

/** Parameters of the checker's calls, by operation; `$status` if a status other than 200 is expected. */
export type Samples = Record<string, readonly Record<string, string | number>[]>;

/** Finds calls by asking the service for what it has. */
export async function findSamples(service: ServiceClient): Promise<Samples> {
  const blocks = await sampleBlocks(service);
  const distinct = distinctBlocks(blocks);
  const numbers = distinct.map(({ number }) => ({ number }));
  const transactions = await distinctTransactions(service, [...distinct, ...blocks]);
  const refused = await missingBlocks(service);
  return {
    getBlock: [...numbers, ...refused],
    getBlockByHash: distinct.map(({ hash }) => ({ hash })),
    listBlockTransactions: [...numbers, ...refused],
    listBlockWithdrawals: [...numbers, ...refused],
    getTransaction: transactions.map(({ hash }) => ({ hash })),
    getTransactionFlow: transactions.map(({ hash }) => ({ hash })),
    ...(await sampleFailedFrames(service, [...distinct, ...blocks])),
    ...(await sampleContracts(service, [...distinct, ...blocks])),
    ...(await sampleAddresses(service, [...distinct, ...blocks])),
    ...(await sampleConsensus(service)),
    ...(await sampleBalances(service, [...distinct, ...blocks])),
    ...(await sampleTokens(service, [...distinct, ...blocks])),
    ...(await sampleClaims(service, [...distinct, ...blocks])),
    ...(await sampleNames(service)),
  };
}

/** Blocks that the service does not have: above the head, and next to both ends of each gap. */
async function missingBlocks(service: ServiceClient): Promise<{ number: number; $status: number }[]> {
  const coverage = await service.data('coverage');
  if (!coverage) return [];
  const { gaps } = coverage.families.find(({ family }: Data) => family === 'blocks') ?? { gaps: [] };
  const numbers: number[] = gaps.flatMap(({ fromBlock, toBlock }: Data) => [fromBlock, toBlock]);
  // Far enough above the head that the chain does not reach it before the checker asks.
  return [...new Set([...numbers, coverage.head.number + 1_000_000])].map((number) => ({
    number,
    $status: 422,
  }));
}

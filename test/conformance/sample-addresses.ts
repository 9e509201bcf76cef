import { atAges } from './sample-ages.js';
import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

const UNUSED = `0x${'5a'.repeat(20)}`;
const UNKNOWN = `0x${'5a'.repeat(32)}`;
/** Most addresses to ask about. */
const ASKED = 150;

/** Predicates on the answer at a path below an address; each finds one sample. */
const ADDRESSES: Readonly<Record<string, readonly ((data: Data) => boolean)[]>> = {
  '': [
    ({ isContract }) => isContract === true,
    ({ isContract }) => isContract === false,
    ({ contract }) => contract?.bytecodeVariant === 'eip7702',
    ({ sentTxCount }) => sentTxCount > 20,
    ({ receivedTxCount }) => receivedTxCount > 20,
  ],
  '/transactions': [
    ({ nextCursor }) => nextCursor !== undefined,
    ({ transactions }) => transactions.some(({ to }: Data) => to === undefined),
    ...['sender', 'receiver', 'self'].map(inRole('transactions')),
    ({ transactions }) => transactions.some(({ status }: Data) => status === 0),
  ],
  '/internal-transfers': [
    ({ nextCursor }) => nextCursor !== undefined,
    ...['sender', 'receiver', 'self'].map(inRole('transfers')),
    ...['create', 'create2', 'selfdestruct'].map(
      (type) =>
        ({ transfers }: Data) =>
          transfers.some(({ callType }: Data) => callType === type),
    ),
    ({ transfers }) => transfers.some(({ status }: Data) => status === 'reverted'),
  ],
  '/token-transfers': [
    ({ nextCursor }) => nextCursor !== undefined,
    ...['sender', 'receiver', 'self'].map(inRole('transfers')),
    ...['mint', 'burn', 'transfer_single', 'transfer_batch'].map(
      (type) =>
        ({ transfers }: Data) =>
          transfers.some(({ eventType }: Data) => eventType === type),
    ),
    ...['erc721', 'erc777', 'erc4626'].map(
      (standard) =>
        ({ transfers }: Data) =>
          transfers.some(({ token }: Data) => token.standard === standard),
    ),
  ],
  '/portfolio': [
    ({ positions }) => positions.length >= 3,
    ({ hiddenCount }) => hiddenCount > 3,
    ({ positions }) => positions.some(({ priceCarried }: Data) => priceCarried),
    ({ positions }) => positions.length > 0 && positions.every(({ kind }: Data) => kind === 'native'),
    ({ positions }) => positions.some(({ kind, symbol }: Data) => kind === 'token' && symbol !== undefined),
    ({ pricedCount, hiddenCount }) => pricedCount === 0 && hiddenCount > 0,
  ],
  '/counterparties': [
    ({ boundaryTieCount }) => boundaryTieCount > 0,
    ({ corpus }) => corpus > 20,
    ({ counterparties }) => counterparties.some(({ surfaces }: Data) => surfaces.length === 3),
    ({ counterparties }) => counterparties.some(({ succeededTxCount }: Data) => succeededTxCount === 0),
    ...['fungible', 'nft'].map(
      (tokenClass) =>
        ({ counterparties }: Data) =>
          counterparties.some(({ tokenClasses }: Data) => tokenClasses?.includes(tokenClass)),
    ),
  ],
};

function inRole(items: string) {
  return (role: string) =>
    (data: Data): boolean =>
      data[items].some((row: Data) => row.role === role);
}

/** For each operation, addresses of the transactions that satisfy its predicates, and an unused one. */
export async function sampleAddresses(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const addresses = new Set<string>();
  for (const transaction of await transactionsOf(service, blocks)) {
    for (const address of [transaction.from, transaction.to, transaction.contractAddress])
      if (address !== undefined) addresses.add(address);
  }
  const found = async (path: string): Promise<Sample[]> => {
    const distinct = new Map<number, string>();
    for (const address of [...addresses].slice(0, ASKED)) {
      const data = await service.data(`addresses/${address}${path}`);
      // The service refuses what depends on missing blocks.
      for (const [sort, matches] of ADDRESSES[path]!.entries())
        if (data && !distinct.has(sort) && matches(data)) distinct.set(sort, address);
    }
    // Checks that need many rows use the first sample.
    const ordered = [...distinct].sort(([one], [other]) => one - other).map(([, address]) => address);
    return [...new Set([...ordered, UNUSED])].map((address) => ({ address }));
  };
  const transfers = await found('/token-transfers');
  return {
    getAddress: await found(''),
    listAddressTransactions: await found('/transactions'),
    listAddressInternalTransfers: await found('/internal-transfers'),
    listAddressTokenTransfers: transfers,
    listTokenTransfersBetween: transfers.map((one) => ({ ...one, counterparty: UNUSED })),
    getAddressPortfolio: await atAges(service, await found('/portfolio')),
    getAddressCounterparties: await atAges(service, await found('/counterparties')),
  };
}

/** Transactions whose frames failed in different ways, one without failures, and an unknown one. */
export async function sampleFailedFrames(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const distinct = new Map<string, string>();
  for (const { hash, status } of await transactionsOf(service, blocks)) {
    const { frames } = (await service.data(`transactions/${hash}/failed-frames`)) ?? { frames: [] };
    if (frames.length === 0) distinct.set('none', hash);
    for (const { errorKind, callType, callDepth, revertDataTruncated, errorName } of frames) {
      distinct.set(`${errorKind} ${callType}`, hash);
      distinct.set(`${status} at ${callDepth}`, hash);
      distinct.set(`${revertDataTruncated} ${errorName}`, hash);
    }
  }
  const known = [...new Set(distinct.values())].map((hash) => ({ hash }));
  const coverage = await service.data('coverage');
  const blocksOf = coverage?.families.find(({ family }: Data) => family === 'blocks');
  const samples = [...known, { hash: UNKNOWN, $status: blocksOf?.gaps.length ? 422 : 404 }];
  return { listFailedFrames: samples, getTransactionFlow: samples };
}

/** The transactions of the blocks. */
export async function transactionsOf(service: ServiceClient, blocks: readonly Data[]): Promise<Data[]> {
  const found: Data[] = [];
  for (const { number, txCount } of blocks) {
    if (txCount === 0) continue;
    found.push(...((await service.data(`blocks/${number}/transactions?limit=100`))?.transactions ?? []));
  }
  return found;
}

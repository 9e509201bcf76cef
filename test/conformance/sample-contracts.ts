import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;
type Sorts = readonly ((data: Data) => boolean)[];

const NOBODY = `0x${'5a'.repeat(20)}`;
/** Most addresses to ask about. */
const ADDRESSES = 400;

const CONTRACTS: Sorts = [
  ({ bytecodeVariant }) => bytecodeVariant === 'eip7702',
  ({ bytecodeSize }) => bytecodeSize === 0,
  ({ bytecodeSize }) => bytecodeSize > 20_000,
  ({ isErc20 }) => isErc20,
  ({ isErc165 }) => isErc165,
  ({ isEip1167Proxy }) => isEip1167Proxy,
  ({ selectorCount }) => selectorCount > 0,
  ({ lifecycle }) => lifecycle === undefined,
  ({ lifecycle }) => lifecycle !== undefined && !lifecycle.isAlive,
  ({ lifecycle }) => lifecycle?.deployCallType === 'CREATE2',
  ({ lifecycle }) => lifecycle !== undefined && lifecycle.deployTxHash === undefined,
  ({ lifecycle }) => lifecycle?.codeChangeCount > 1,
  ...['eip1967', 'oz_v1', 'diamond_like', 'custom', 'none', 'unknown'].map(
    (family) =>
      ({ proxyFamily }: Data) =>
        proxyFamily === family,
  ),
];

/** Sources of implementations that the contract names; proxies with other sources are no samples. */
const SOURCES = ['eip1167', 'storage_eip1967_impl', 'storage_beacon', 'storage_oz_v1'];

const OF_PROXIES: Sorts = [
  ({ implementations }) => implementations.length > 1,
  ({ implementations }) => implementations.length === 0,
  ...SOURCES.map(
    (source) =>
      ({ implementations }: Data) =>
        implementations.some((one: Data) => one.source === source),
  ),
  ({ implementations }) => implementations.some(({ supersededBy }: Data) => supersededBy === null),
  ({ implementations }) => implementations.some(({ isSelfDelegation }: Data) => isSelfDelegation),
  ({ implementations }) =>
    implementations.some(({ slotLastEvent }: Data) => slotLastEvent?.kind === 'cleared'),
];
const PROXIES: Sorts = OF_PROXIES.map(
  (isOfSort) => (data) =>
    data.implementations.every(({ source }: Data) => SOURCES.includes(source)) && isOfSort(data),
);

const EVENTS: Sorts = [
  ({ nextCursor }) => nextCursor !== undefined,
  ({ events }) => events.length > 2,
  ({ events }) => events.length === 0,
  ...['verified', 'partial', 'ambiguous', 'inferred', 'abi_missing', 'failed'].map(
    (status) =>
      ({ events }: Data) =>
        events.some(({ decodeStatus }: Data) => decodeStatus === status),
  ),
];

/** Contracts of each kind that the transactions of the blocks called or created, and an address without code. */
export async function sampleContracts(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const contracts = await contractsCalled(service, blocks);
  const nobody = { address: NOBODY, $status: (await isMissingSomething(service)) ? 422 : 404 };
  const distinct = async (sorts: Sorts, path: string) => {
    const found = await oneOfEach(service, contracts, sorts, path);
    return [...found.map((address) => ({ address })), nobody];
  };
  const code = await distinct(CONTRACTS, '');
  return {
    getContract: code,
    getContractBytecode: code,
    getContractSelectors: code,
    listContractEvents: await distinct(EVENTS, '/events'),
    getContractProxy: await distinct(PROXIES, '/proxy'),
    getContractCallBundle: code.map(({ address }) => ({ address: address!, data: '0x18160ddd' })),
    getContractCall: code.map(({ address }) => ({ address: address!, data: '0x18160ddd' })),
  };
}

async function contractsCalled(service: ServiceClient, blocks: readonly Data[]): Promise<string[]> {
  const addresses = new Set<string>();
  for (const { number, txCount } of blocks) {
    if (txCount === 0) continue;
    const page = await service.data(`blocks/${number}/transactions?limit=100`);
    for (const { to, contractAddress } of page?.transactions ?? []) addresses.add(contractAddress ?? to);
  }
  const contracts = [];
  for (const address of [...addresses].slice(0, ADDRESSES))
    if (await service.data(`contracts/${address}`)) contracts.push(address);
  return contracts;
}

async function oneOfEach(
  service: ServiceClient,
  addresses: readonly string[],
  sorts: Sorts,
  path: string,
): Promise<string[]> {
  const found = new Map<number, string>();
  for (const address of addresses) {
    const data = await service.data(`contracts/${address}${path}`);
    for (const [sort, matches] of sorts.entries())
      if (!found.has(sort) && matches(data)) found.set(sort, address);
  }
  return [...new Set([...found].sort(([a], [b]) => a - b).map(([, address]) => address))];
}

/** Whether blocks or their state diffs are missing: a missing contract may be in them. */
async function isMissingSomething(service: ServiceClient): Promise<boolean> {
  const coverage = await service.data('coverage');
  return (coverage?.families ?? []).some(
    ({ family, gaps }: Data) => ['blocks', 'state_diff'].includes(family) && gaps.length > 0,
  );
}

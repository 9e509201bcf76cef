import type { Data, ServiceClient } from './service-client.js';

/** How many addresses are looked at. */
const LOOKED_AT = 200;

/** What the service says of one address. */
interface SampledAddress {
  readonly address: string;
  readonly summary: Data;
  readonly transactions: readonly Data[];
  readonly internalTransfers: readonly Data[];
}

/** Addresses for each method, those with the most rows first: probes that need several rows use the first sample. */
export interface AddressSamples {
  readonly summaries: readonly string[];
  readonly transactions: readonly string[];
  readonly internalTransfers: readonly string[];
}

/** One address of each sort that the transactions name, and one that nobody ever used. */
export async function distinctAddresses(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<AddressSamples> {
  const sampled = await lookAt(service, await named(service, blocks));
  const unused = `0x${'5e'.repeat(20)}`;
  return {
    summaries: [...oneOfEach(sampled, SUMMARY_SORTS), unused],
    transactions: [
      ...mostRows(sampled, ({ transactions }) => transactions),
      ...oneOfEach(sampled, TRANSACTION_SORTS),
      unused,
    ],
    internalTransfers: [
      ...mostRows(sampled, ({ internalTransfers }) => internalTransfers),
      ...oneOfEach(sampled, INTERNAL_SORTS),
      unused,
    ],
  };
}

type Sort = (address: SampledAddress) => boolean;

const SUMMARY_SORTS: readonly Sort[] = [
  ({ summary }) => summary.isContract === true,
  ({ summary }) => summary.isContract === false,
  ({ summary }) => summary.isContract === undefined,
  ({ summary }) => summary.contract?.delegate !== undefined,
  ({ summary }) => summary.contract?.deployBlock !== undefined,
  ({ summary }) => summary.sentTxCount > 0,
  ({ summary }) => summary.receivedTxCount > 0,
  ({ summary }) => summary.lastBlock > summary.firstBlock,
];

const someRow =
  (rows: (address: SampledAddress) => readonly Data[], matches: (row: Data) => boolean): Sort =>
  (address) =>
    rows(address).some(matches);

const transaction = (matches: (row: Data) => boolean) => someRow(({ transactions }) => transactions, matches);
const internal = (matches: (row: Data) => boolean) =>
  someRow(({ internalTransfers }) => internalTransfers, matches);

const TRANSACTION_SORTS: readonly Sort[] = [
  ...['sender', 'receiver', 'self'].map((role) => transaction((row) => row.role === role)),
  transaction(({ to }) => to === undefined),
  transaction(({ status }) => status === 0),
  transaction(({ methodName }) => methodName !== undefined),
];

const INTERNAL_SORTS: readonly Sort[] = [
  ...['sender', 'receiver', 'self'].map((role) => internal((row) => row.role === role)),
  ...['call', 'create', 'create2', 'selfdestruct'].map((kind) =>
    internal(({ callType }) => callType === kind),
  ),
  internal(({ status }) => status === 'reverted'),
  internal(({ to }) => to === undefined),
];

const oneOfEach = (sampled: readonly SampledAddress[], sorts: readonly Sort[]): string[] => [
  ...new Set(sorts.flatMap((sort) => sampled.find(sort)?.address ?? [])),
];

const mostRows = (
  sampled: readonly SampledAddress[],
  rows: (address: SampledAddress) => readonly Data[],
): string[] =>
  [...sampled]
    .sort((one, other) => rows(other).length - rows(one).length)
    .slice(0, 1)
    .map(({ address }) => address);

/** Addresses of transactions and of the frames inside them, in the order they are met. */
async function named(service: ServiceClient, blocks: readonly Data[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { number, txCount } of blocks) {
    if (txCount === 0) continue;
    const page = await service.data(`blocks/${number}/transactions?limit=100`);
    for (const { from, to, contractAddress } of page?.transactions ?? []) {
      for (const address of [from, to, contractAddress]) if (address !== undefined) found.add(address);
    }
    if (found.size >= LOOKED_AT) break;
  }
  return [...found];
}

/** Looks at the addresses, and at those they paid inside transactions or were paid by. */
async function lookAt(
  service: ServiceClient,
  addresses: readonly string[],
): Promise<readonly SampledAddress[]> {
  const sampled: SampledAddress[] = [];
  const due = new Set(addresses);
  for (const address of due) {
    const [summary, sent, paid] = await Promise.all([
      service.data(`addresses/${address}`),
      service.data(`addresses/${address}/transactions?limit=100`),
      service.data(`addresses/${address}/internal-transfers?limit=100`),
    ]);
    const [transactions, internalTransfers] = [sent?.transactions ?? [], paid?.transfers ?? []];
    sampled.push({ address, summary: summary ?? {}, transactions, internalTransfers });
    for (const { counterparty } of internalTransfers)
      if (counterparty !== undefined && due.size < LOOKED_AT) due.add(counterparty);
  }
  return sampled;
}

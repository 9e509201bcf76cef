import { transactionsOf } from './sample-addresses.js';
import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;
type Sort = (data: Data) => boolean;

const NOBODY = `0x${'5a'.repeat(20)}`;
/** Most addresses to ask whether they are tokens. */
const ASKED = 400;

const STANDARDS: readonly Sort[] = ['erc20', 'erc721', 'erc1155', 'erc777', 'erc4626'].map(
  (standard) =>
    ({ token }) =>
      token.standard === standard,
);
const DECLARATIONS: readonly Sort[] = [
  ...['symbol', 'name', 'decimals'].map(
    (field): Sort =>
      ({ token }) =>
        token[field] === undefined,
  ),
  ({ token }) => token.symbol === '',
  ({ token }) => token.symbol?.includes('\ufffd'),
  ({ token }) => token.symbol?.includes('\0'),
  ({ token }) => token.name?.length > 1_000,
  ({ token }) => token.decimals === 255,
];

/** Predicates on the answer at a path below a token; each finds one sample. */
const TOKENS: Readonly<Record<string, readonly Sort[]>> = {
  '': [({ token }) => token.transferCount > 50, ...STANDARDS, ...DECLARATIONS],
  '/holders': [
    ({ nextCursor }) => nextCursor !== undefined,
    ({ holders }) => holders.length > 2 && holders[0].balance === holders[1].balance,
    ({ holders }) => holders.length > 5,
    ({ holders }) => holders.length === 1,
    ...STANDARDS,
    ...DECLARATIONS,
  ],
  '/transfers': [
    ({ nextCursor }) => nextCursor !== undefined,
    ...['transfer', 'mint', 'burn', 'transfer_single', 'transfer_batch'].map(
      (type): Sort =>
        ({ transfers }) =>
          transfers.some(({ eventType }: Data) => eventType === type),
    ),
    ({ transfers }) => transfers.some(({ txTo }: Data) => txTo === undefined),
    ...STANDARDS,
  ],
  '/statistics': [
    ({ windows }) => windows[0].transferCount > 0,
    ({ windows }) => windows[0].transferCount === 0,
    ({ burnCount }) => burnCount > 0,
    ({ mintCount }) => mintCount === 0,
    ({ mintedAmount }) => mintedAmount === undefined,
    ...STANDARDS,
  ],
  '/declarations': [
    ...['declared', 'none'].map(
      (state): Sort =>
        ({ declarations }) =>
          declarations.some((one: Data) => one.state === state),
    ),
    ({ declarations }) => declarations.length > 3,
    ...STANDARDS,
  ],
};

/** Tokens of each kind that were called or created in the blocks, a contract that is no token, and an unused address. */
export async function sampleTokens(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const addresses = new Set<string>();
  for (const { contractAddress, to } of await transactionsOf(service, blocks))
    addresses.add(contractAddress ?? to);
  const tokens: string[] = [];
  let other = NOBODY;
  for (const address of [...addresses].slice(0, ASKED)) {
    if (await service.data(`tokens/${address}`)) tokens.push(address);
    else other = address;
  }
  const coverage = await service.data('coverage');
  const { gaps } = coverage.families.find(({ family }: Data) => family === 'blocks');
  const refused = [other, NOBODY].map((token) => ({ token, $status: gaps.length > 0 ? 422 : 404 }));
  const found = async (path: string): Promise<Sample[]> => {
    const distinct = new Map<number, string>();
    for (const address of tokens) {
      const data = await service.data(`tokens/${address}${path}`);
      for (const [sort, matches] of TOKENS[path]!.entries())
        if (!distinct.has(sort) && matches({ token: data, ...data })) distinct.set(sort, address);
    }
    // Checks that need many rows use the first sample.
    const ordered = [...distinct].sort(([one], [another]) => one - another).map(([, address]) => address);
    return [...[...new Set(ordered)].map((token) => ({ token })), ...refused];
  };
  return {
    getToken: await found(''),
    listTokenHolders: await found('/holders'),
    listTokenTransfers: await found('/transfers'),
    getTokenStatistics: await found('/statistics'),
    // `/declarations` answers for any account, so the refused samples do not apply.
    getTokenDeclarations: (await found('/declarations')).filter(({ $status }) => $status === undefined),
    getDeclaredToken: tokens.slice(0, 3).map((token) => ({ token })),
    getTokenItemOwner: tokens.slice(0, 3).map((token) => ({ token, itemId: '0' })),
    getTokenItemBalance: tokens.slice(0, 3).map((token) => ({ address: NOBODY, token, itemId: '7' })),
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseCsv } from '../recorded/csv.js';

export interface ListedToken {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
}

/** Entries of lists about mainnet addresses, and token declarations on lists. */
export interface PublishedLists {
  readonly tokens: ReadonlyMap<string, ListedToken>;
  /** Names of addresses that are no tokens. */
  readonly names: ReadonlyMap<string, string>;
  readonly scams: ReadonlySet<string>;
}

/** Tokens of Uniswap, then of Etherscan's labels and of TrueBlocks; malicious tokens in Forta's form, `Name (SYMBOL)`. */
export function publishedLists(directory: string): PublishedLists {
  const text = (name: string) => gunzipSync(readFileSync(join(directory, 'identity', name))).toString('utf8');
  const tokens = new Map<string, ListedToken>();
  const names = new Map<string, string>();
  const scams = new Set<string>(JSON.parse(text('scamsniffer_addresses.json.gz')) as string[]);
  const token = (address: string, symbol: string, name: string) => {
    const key = address.toLowerCase();
    if (!tokens.has(key)) tokens.set(key, { address: key, symbol, name });
  };
  const uniswap = JSON.parse(text('uniswap_default_tokens_mainnet.json.gz')) as {
    tokens: (ListedToken & { chainId: number })[];
  };
  for (const { chainId, address, symbol, name } of uniswap.tokens)
    if (chainId === 1) token(address, symbol, name);
  for (const { address, chainId, symbol, name } of parseCsv(text('eth_labels_tokens.csv.gz')))
    if (chainId === '1') token(address!, symbol!, name!);
  const [, ...lines] = text('trueblocks_names.tab.gz').trimEnd().split('\n');
  for (const line of lines) {
    const [, address, name, symbol, , , , , , , isErc20, isErc721] = line.split('\t');
    if (isErc20 === 'true' && symbol !== '') token(address!, symbol!, name!);
    else if (isErc20 !== 'true' && isErc721 !== 'true') names.set(address!.toLowerCase(), name!);
  }
  for (const { contract_address: address, contract_tag: tag } of parseCsv(
    text('forta_malicious_smart_contracts.csv.gz'),
  )) {
    scams.add(address!.toLowerCase());
    const [, name, symbol] = /^(.*) \((.*)\)$/.exec(tag!) ?? [];
    if (name !== undefined) token(address!, symbol!, name);
  }
  for (const address of tokens.keys()) names.delete(address);
  return { tokens, names, scams };
}

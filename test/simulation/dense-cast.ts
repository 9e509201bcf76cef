import { createHash } from 'node:crypto';
import type { Binding, Membership } from '../../src/definition/binding/binding.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { buildKey } from '../engine-oracle/build-key.js';
import type { Prng } from './prng.js';

/** Addresses of a chain, few enough that each takes part in everything. Lower-case `0x` texts. */
export interface Cast {
  readonly accounts: readonly string[];
  readonly contracts: readonly string[];
  readonly codes: readonly string[];
  readonly names: readonly string[];
  readonly bindings: ReadonlyMap<string, Binding>;
}

const addressOf = (name: string): string =>
  `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
const hex = (bytes: Buffer): string => `0x${bytes.toString('hex')}`;

/** Functions that definitions look for; code has all or none of a line. */
const SELECTORS = [
  ...['38d52e0f', '07a2d13a', '8456cb59', 'd505accf', '8fcbaf0c', '7a0ed627', '6352211e', '5c60da1b'],
  ...['8da5cb5b', 'e30c3978', '91d14854', '91d1485484ef8ffc', '5c975abb', '3a871cdd', '19822f7c'],
  ...['e19a9dd9', 'f08a0323', '0dfe1681d21220a7c45a01550902f1acddca3f43'],
];
const SYMBOLS = ['USDC', 'WETH', 'USDС', 'Usdc', 'l1nk', 'LINK', 'O0', 'usd', 'ＵＳＤＣ'];

/** Bindings whose keys are code hashes; those of all others are addresses. */
const OF_CODES = ['safe-proxies', 'wrapped-native-code'];
/** Registries of builds, with the offsets of the immutables of each. */
const OF_BUILDS: Readonly<Record<string, readonly number[]>> = {
  'timelock-builds': [],
  'governor-builds': [5, 40],
};

/** The accounts of one simulated chain, and their registry entries by block. */
export function castOf(random: Prng, bindingIds: readonly string[], first: number, length: number): Cast {
  const accounts = Array.from({ length: 6 }, (_, at) => addressOf(`account ${at}`));
  const contracts = Array.from({ length: 11 }, (_, at) => addressOf(`contract ${at}`));
  const codes = codesFor(random, contracts);
  const addresses = [...accounts, ...contracts];
  const keysOf = (id: string): readonly string[] => {
    if (OF_CODES.includes(id)) return codes.slice(0, 5).map(hashOf);
    const offsets = OF_BUILDS[id];
    if (offsets) return codes.flatMap((code) => buildKey(code, offsets) ?? []);
    return id === 'precompiles' || id === 'system-addresses' ? addresses : [...contracts, ...addresses];
  };
  const bindings = new Map(
    bindingIds.map((id) => {
      const keys = [...new Set(random.shuffle([...new Set(keysOf(id))]).slice(0, random.between(1, 3)))];
      return [id, bindingOf(random, id, keys, first, length)];
    }),
  );
  const names = [
    'alice.eth',
    'bob.eth',
    'a.b.eth',
    'Not.Eth',
    'x..eth',
    `${addresses[0]!.slice(2)}.addr.reverse`,
  ];
  return { accounts, contracts, codes, names, bindings };
}

function bindingOf(
  random: Prng,
  id: string,
  keys: readonly string[],
  first: number,
  length: number,
): Binding {
  const versions = ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({
    version,
    retrieved: '2026-11-21',
    validFrom: 0,
  }));
  const members = new Map<string, Membership[]>();
  for (const key of keys) {
    const fields = {
      name: random.pick(SYMBOLS.slice(0, 2)),
      symbol: random.pick(['USDC', 'LINK', 'o0']),
      version: '1',
      ...(OF_BUILDS[id]?.length && { immutables: OF_BUILDS[id].join(' ') }),
    };
    const periods: Membership[] = [];
    let from = random.chance(0.6) ? 0 : first + random.between(0, length);
    for (const [at, { version }] of versions.entries()) {
      const removedBy = versions[at + 1]?.version;
      const until = from + random.between(0, length);
      if (random.chance(0.5) || removedBy === undefined) {
        periods.push({ from, version, fields });
        break;
      }
      periods.push({ from, until, version, removedBy, fields });
      if (random.chance(0.4)) break;
      from = until + 1 + (random.chance(0.3) ? 0 : random.between(0, 80));
    }
    members.set(key, periods);
  }
  return { id, source: 'invented', versions, digest: '', fields: ['name', 'symbol'], members };
}

/** Runtime code: dispatchers of some selectors, two with metadata, clones of some contracts, and a stub. */
function codesFor(random: Prng, contracts: readonly string[]): string[] {
  const dispatchers = Array.from({ length: 6 }, () =>
    dispatcher(SELECTORS.filter(() => random.chance(0.5)).flatMap((some) => some.match(/.{8}/g)!)),
  );
  const clones = contracts
    .slice(0, 4)
    .map((target) => `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`);
  const builds = ['aa', 'bb'].map((metadata) => `${dispatchers[0]}${metadata}0001`);
  return [...dispatchers, ...builds, ...clones, '0x00'];
}

function dispatcher(selectors: readonly string[]): string {
  const head = '5f3560e01c';
  const bodyAt = head.length / 2 + selectors.length * 11 + 4;
  const body = bodyAt.toString(16).padStart(4, '0');
  const branches = selectors.map((selector) => `8063${selector}1461${body}57`).join('');
  return `0x${head}${branches}5f5ffd5b5b005b00`.replace('5f5ffd5b5b005b00', '5f5f5ffd5b00');
}

const hashOf = (code: string): string => hex(keccak256(fromHex(code)));

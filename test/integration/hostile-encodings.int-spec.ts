import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  concat,
  encodeAbiParameters,
  type Hex,
  namehash,
  pad,
  parseAbiParameters,
  toEventSelector,
  toHex,
} from 'viem';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Log } from '../../src/domain/chain/record/block.js';
import type { MadeTransaction } from '../builder/verified-block.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';

const named = (name: string): Hex => toHex(addressNamed(name));
const words = (...values: readonly (bigint | Hex)[]): Hex =>
  concat(values.map((value) => pad(typeof value === 'bigint' ? toHex(value) : value)));
const MOST = 2n ** 256n - 1n;

const log = (address: string, topics: readonly Hex[], data: Hex): Log => ({
  address: fromHex(address),
  topics: topics.map((topic) => fromHex(pad(topic))),
  data: fromHex(data),
});

const SOMEBODY = named('somebody');
const BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])');

/** Malformed data of batches, by their fault. */
const BATCHES: Readonly<Record<string, Hex>> = {
  'well-formed': words(64n, 160n, 2n, 1n, 2n, 2n, 7n, 7n),
  'well-formed and of nothing': words(64n, 96n, 0n, 0n),
  'more ids than amounts': words(64n, 160n, 2n, 1n, 2n, 1n, 7n),
  'both arrays in one place': words(64n, 64n, 1n, 1n),
  'the second array first': words(128n, 64n, 1n, 7n, 1n, 1n),
  'an offset past the end': words(64n, 2_048n, 0n),
  'an offset that wraps around': words(64n, MOST - 31n, 0n),
  'an offset that is right in its low 32 bits': words(2n ** 32n + 64n, 2n ** 32n + 96n, 0n, 0n),
  'an offset inside a word': words(65n, 97n, 0n, 0n, 0n),
  'a length that wraps around': words(64n, 96n, 2n ** 251n, 2n ** 251n),
  'a length of all that there is': words(64n, 96n, MOST, MOST),
  'a length that is right in its low 32 bits': words(64n, 96n, 2n ** 32n, 2n ** 32n),
  'a word more than it needs': words(64n, 96n, 0n, 0n, 0n),
  'a byte less than it needs': words(64n, 96n, 0n, 0n).slice(0, -2) as Hex,
};
const emitterOf = (what: string) => named(`batch: ${what}`);
const batches: MadeTransaction[] = Object.entries(BATCHES).map(([what, data]) => ({
  from: fromHex(SOMEBODY),
  to: fromHex(emitterOf(what)),
  logs: [log(emitterOf(what), [BATCH, SOMEBODY, SOMEBODY, SOMEBODY], data)],
}));

const text = (value: string): Hex => encodeAbiParameters(parseAbiParameters('string'), [value]);
const size = (raw: Hex): bigint => BigInt((raw.length - 2) / 2);
const counted = (length: bigint, raw: Hex): Hex => concat([words(32n, length), raw]);

/** Malformed data of `NameChanged`, each an encoding of a name that a careless reader accepts. */
const NAMES: Readonly<Record<string, (name: string, raw: Hex) => Hex>> = {
  'well-formed': (name) => text(name),
  'NUL behind it': (name) => text(`${name}\0`),
  'a capital': (name) => text(`P${name.slice(1)}`),
  'what has no width': (name) => text(`\u200b${name}`),
  'what turns around': (name) => text(`\u202e${name}`),
  'wide letters': (name) => text(`\uff50${name.slice(1)}`),
  'a lone surrogate': (_, raw) => counted(size(raw) + 3n, pad(concat([raw, '0xeda080']), { dir: 'right' })),
  'an empty label': (name) => text(name.replace('.', '..')),
  'a dot behind it': (name) => text(`${name}.`),
  'a blank': (name) => text(` ${name}`),
  'no filling': (_, raw) => counted(size(raw), raw),
  'dirt behind it': (_, raw) => counted(size(raw), concat([raw, `0x${'ff'.repeat(32 - Number(size(raw)))}`])),
  'a length of all that there is': (_, raw) => counted(MOST, pad(raw, { dir: 'right' })),
  'a length that is right in its low 32 bits': (_, raw) =>
    counted(2n ** 32n + size(raw), pad(raw, { dir: 'right' })),
  'an offset to the end': (_, raw) => concat([words(MOST, size(raw)), pad(raw, { dir: 'right' })]),
  'a megabyte of it': (name) => text(name.repeat(100_000)),
  nothing: () => text(''),
};

const registryKeys = (binding: string): string[] =>
  [...readDefinitions(false).bindings.get(binding)!.members.keys()].sort();
const [REGISTRY] = registryKeys('ens-registry') as [Hex];
const RESOLVER = named('a resolver') as Hex;
const RESOLVED = toEventSelector('NewResolver(bytes32,address)');
const RENAMED = toEventSelector('NameChanged(bytes32,string)');
const POINTED = toEventSelector('AddrChanged(bytes32,address)');
const ownerOf = (what: string) => named(`name: ${what}`);

const nameOf = (at: number) => `poison-${at}.eth`;

/** Gives each owner a name that resolves to it, and claims it in the reverse record. */
const naming = (
  [what, said]: readonly [string, (name: string, raw: Hex) => Hex],
  at: number,
): MadeTransaction => {
  const owner = ownerOf(what);
  const node = namehash(`${owner.slice(2)}.addr.reverse`);
  const name = nameOf(at);
  return {
    from: fromHex(owner),
    to: fromHex(RESOLVER),
    logs: [
      log(REGISTRY, [RESOLVED, namehash(name)], words(RESOLVER)),
      log(RESOLVER, [POINTED, namehash(name)], words(owner)),
      log(REGISTRY, [RESOLVED, node], words(RESOLVER)),
      log(RESOLVER, [RENAMED, node], said(name, toHex(name))),
    ],
  };
};

const SETUP = toEventSelector('SafeSetup(address,address[],uint256,address,address)');
const setup = (...owners: readonly bigint[]): Hex => words(128n, 1n, 0n, 0n, ...owners);
const OWNER = BigInt(SOMEBODY);

/** Malformed data of `SafeSetup`, by the fault of its list of owners. */
const SETUPS: Readonly<Record<string, Hex>> = {
  'well-formed': setup(1n, OWNER),
  'an owner with a dirty byte': setup(1n, OWNER + 2n ** 160n),
  'an owner too few': setup(2n, OWNER),
  'a length that wraps around': setup(2n ** 251n, OWNER),
  'a length of all that there is': setup(MOST, OWNER),
  'a length that is right in its low 32 bits': setup(2n ** 32n + 1n, OWNER),
  'an offset that wraps around': words(MOST - 31n, 1n, 0n, 0n, 1n, OWNER),
  'an offset that is right in its low 32 bits': words(2n ** 32n + 128n, 1n, 0n, 0n, 1n, OWNER),
  'nothing but an offset': words(128n),
  nobody: setup(1n, 0n),
};
const safeOf = (what: string) => named(`safe: ${what}`);
const setups: MadeTransaction[] = Object.entries(SETUPS).map(([what, data]) => ({
  from: fromHex(SOMEBODY),
  to: fromHex(safeOf(what)),
  logs: [log(safeOf(what), [SETUP, SOMEBODY], data)],
}));

const SAFE_PROXY = createRequire(import.meta.url)(
  '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json',
) as { readonly deployedBytecode: string };
const [SINGLETON] = registryKeys('safe-singletons') as [Hex];
const safe = (address: string) =>
  account(fromHex(address), SAFE_PROXY.deployedBytecode, [
    { slot: Buffer.alloc(32), before: Buffer.alloc(32), after: fromHex(pad(SINGLETON)) },
  ]);

describe('encodings that claim data beyond their end', () => {
  let claims: Awaited<ReturnType<typeof claimsOfChain>>;

  beforeAll(async () => {
    claims = await claimsOfChain(
      [
        ...Object.keys(BATCHES).map((what) => account(fromHex(emitterOf(what)))),
        ...Object.keys(SETUPS).map((what) => safe(safeOf(what))),
        ...[REGISTRY, RESOLVER].map((address) => account(fromHex(address))),
      ],
      [...batches, ...setups, ...Object.entries(NAMES).map(naming)].map((transaction) => [transaction]),
    );
  });

  /** Which of these addresses have a claim, and which claim. */
  const proven = (cases: object, addressOf: (what: string) => string, id: string) =>
    Object.keys(cases).flatMap((what) =>
      (claims.get(addressOf(what)) ?? [])
        .filter((claim) => claim.id === id)
        .map((claim) => `${what}: ${claimText(claim)}`),
    );

  it('make no collection of a contract that emits a malformed batch', () => {
    expect(proven(BATCHES, emitterOf, 'asset:erc1155')).toEqual([
      'well-formed: asset:erc1155',
      'well-formed and of nothing: asset:erc1155',
    ]);
  });

  it('give nobody a name', () => {
    // Not even the well-formed one: names are read by calls of registry and resolvers.
    expect(proven(NAMES, ownerOf, 'identity:ens_primary_name')).toEqual([]);
  });

  it('give a Safe no owner', () => {
    expect(proven(SETUPS, safeOf, 'role:safe_wallet')).toHaveLength(Object.keys(SETUPS).length);
    // Not even the well-formed one: owners are read by calls of the Safe.
    expect(proven(SETUPS, safeOf, 'relation:safe_owner')).toEqual([]);
  });
});

import { encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { callDataOf } from '../../src/domain/chain/codec/call-data.js';
import type { Prng } from '../simulation/prng.js';
import type { Call, DeceivingChain } from './deceiving-chain.js';

export interface DeceivingToken {
  readonly kind: string;
  readonly address: Hex;
  /** Calls that change it in ways of its own. */
  readonly acts: readonly ((random: Prng, holders: readonly string[]) => Call)[];
}

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function trick(uint256 x)',
  'function pointTo(address to)',
  'function rise(address to, uint256 value, bool falls)',
  'function clone(address target, uint256 argument)',
  'function balanceOf(address holder)',
  'function ownerOf(uint256 id)',
]);
const ANYTHING = [
  ...['name()', 'symbol()', 'decimals()', 'totalSupply()', 'owner()'],
  ...['implementation()', 'pooled()', 'told()', 'getOwners()'],
];
const ZERO = `0x${'0'.repeat(40)}`;
const SURROUNDINGS =
  'time number fee randao blockhash beneficiary limit holder self codehash sender other gas otherhash otherether';

type Deployed = readonly [kind: string, contract: string, args: readonly unknown[]];

/** Deploys the tokens. @param seeds for tokens with balances in one of many layouts, and for clones */
export async function deployDeceit(
  chain: DeceivingChain,
  sender: string,
  seeds: readonly bigint[],
): Promise<DeceivingToken[]> {
  const [plain, code1, code2, beacon, cloned, cloner, phoenix] = await chain.deploy(
    (
      [
        ['HiddenMintToken', []],
        ['PointedCode', [1n]],
        ['PointedCode', [3n]],
        ['TokenBeacon', []],
        ['ClonedToken', []],
        ['CloneWithArguments', []],
        ['Phoenix', []],
      ] as const
    ).map(([name, args]) => ({ artifact: ownArtifact(name), args })),
  );
  const deployed: Deployed[] = [
    ...seeds.flatMap((seed) =>
      Array.from(
        { length: 9 },
        (_, mode): Deployed => [`layout ${mode}`, 'AnyLayoutToken', [BigInt(mode), seed]],
      ),
    ),
    ...SURROUNDINGS.split(' ').map(
      (name, mode): Deployed => [name, 'SurroundedToken', [BigInt(mode), name === 'other' ? plain : sender]],
    ),
    ...['writing', 'transient', 'creating', 'looping'].map(
      (name, mode): Deployed => [name, 'BusyToken', [BigInt(mode)]],
    ),
    ...['Shares', 'Taking', 'Lying', 'Moody', 'Code', 'Items', 'Renamed', 'Packed', 'Rebasing'].map(
      (name): Deployed => [name.toLowerCase(), `${name}Token`, []],
    ),
    ['pointed', 'PointedToken', [ZERO]],
    ['beacon', 'PointedToken', [beacon]],
  ];
  const tokens: DeceivingToken[] = [{ kind: 'hidden mints', address: plain!, acts: [] }];
  for (let at = 0; at < deployed.length; at += 12) {
    const some = deployed.slice(at, at + 12);
    const places = await chain.deploy(
      some.map(([, name, args]) => ({ artifact: ownArtifact(name), args: [...args] })),
    );
    tokens.push(...some.map(([kind], one) => ({ kind, address: places[one]!, acts: [] })));
  }
  for (const seed of seeds) {
    await chain.block([call(cloner!, 'clone', [cloned, seed % 1_000n])]);
    tokens.push({ kind: 'clone', address: last20(await chain.slot(cloner!, 0n)), acts: [] });
  }
  const pointing = (at: string) => (random: Prng) =>
    call(at, 'pointTo', [random.pick([code1!, code2!, code2!, plain!])]);
  const rising = (random: Prng, holders: readonly string[]) =>
    call(phoenix!, 'rise', [random.pick(holders), BigInt(random.between(1, 99)), random.chance(0.7)]);
  await chain.block([call(phoenix!, 'rise', [sender, 5n, true])]);
  const risen = { kind: 'phoenix', address: last20(await chain.slot(phoenix!, 0n)), acts: [rising] };
  return [...tokens, risen].map((token) => {
    if (token.kind === 'pointed') return { ...token, acts: [pointing(token.address)] };
    return token.kind === 'beacon' ? { ...token, acts: [pointing(beacon!)] } : token;
  });
}

/** A random call that changes a token. */
export function randomAct(random: Prng, { address, acts }: DeceivingToken, holders: readonly string[]): Call {
  if (acts.length > 0 && random.chance(0.4)) return random.pick(acts)(random, holders);
  const to = random.pick(holders);
  const value = BigInt(random.between(1, 1_000));
  if (random.chance(0.3)) return call(address, 'trick', [BigInt(to) | (value << 160n)]);
  return call(address, random.chance(0.6) ? 'mint' : 'transfer', [to, value]);
}

/** The view calls to compare for a token. */
export function questions({ kind }: DeceivingToken, holders: readonly string[]): Hex[] {
  const balances = holders.map((holder) => callData('balanceOf', [holder]));
  if (kind === 'items')
    return [
      ...balances,
      ...[0n, 3n].map((id) => callData('ownerOf', [id])),
      // balanceOf(address,uint256)
      ...holders.map((holder): Hex => `0x00fdd58e${pad(holder as Hex).slice(2)}${pad(toHex(3n)).slice(2)}`),
    ];
  // name(), symbol(), decimals(), totalSupply()
  return kind === 'renamed'
    ? [...balances, '0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd']
    : balances;
}

/** Further calls to compare for every token, whether or not it has the function. */
export function otherCalls([first, second]: readonly string[]): Hex[] {
  return [
    ...ANYTHING.map((signature) => callDataOf(signature)),
    callData('ownerOf', [3n]),
    callData('mint', [second, 7n]),
    callData('transfer', [second, 1n]),
    callData('trick', [BigInt(first!) | (5n << 160n)]),
    callData('pointTo', [second]),
    '0x',
  ];
}

function call(to: string, functionName: string, args: readonly unknown[]): Call {
  return { to, data: callData(functionName, args) };
}

function callData(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as never);
}

const last20 = (word: Hex): Hex => `0x${word.slice(-40)}`;

import type { ProxyPattern } from '../../src/bytecode/fallback/proxy-pattern.js';

interface Disagreement {
  readonly contract: string;
  readonly why: string;
}

/** Contracts for which whatsabi finds other selectors than we do. */
export const SELECTOR_DISAGREEMENTS: readonly (Disagreement & {
  /** Number of selectors that only we find, and the selectors that only whatsabi finds. */
  readonly onlyOurs: number;
  readonly onlyTheirs: readonly string[];
})[] = [
  {
    contract: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
    onlyOurs: 0,
    onlyTheirs: ['fffffffffffffffffffffffffffffffffffffffe'],
    why: 'The beacon roots of EIP-4788 compare their caller with the system address; that is no selector.',
  },
  {
    contract: '0x3a23f943181408eac424116af7b7790c94cb97a5',
    onlyOurs: 192,
    onlyTheirs: [],
    why: 'The fallback takes the selector for the number of a route, 1 to 383, and searches for it. Every second number is compared with, and those we find; the others are what remains of a search, which nobody lists. whatsabi reads the first table only.',
  },
  {
    contract: '0x9b12c90bad388b7e417271eb20678d1a7759507c',
    onlyOurs: 10,
    onlyTheirs: [],
    why: 'Vyper of that time lays the call at offset 28 of memory and loads the selector from there; whatsabi knows the shift of Solidity.',
  },
];

/** Contracts whose code disagrees with the hints of its constants and recorded slots. */
export const PATTERN_DISAGREEMENTS: readonly (Disagreement & {
  readonly hinted: ProxyPattern;
  readonly ours: ProxyPattern;
})[] = [
  ...[
    ['0x17584a148d27ac5d06d87771464dacbaf625ce45', '0x0000000000a39bb272e79075ade125fd351887ac'],
    ['0x5eb5babcefea846b220c82f222f00df95934f5f0', '0x6339e5e072086621540d0362c4e3cea0d643e114'],
    ['0x983e96c26782a8db500a6fb8ab47a52e1b44862d', '0x000000000000ad05ccc4f10045630fb830b95127'],
  ].map(([contract, proxy]) => ({
    contract: contract!,
    hinted: 'eip1967' as const,
    ours: 'none' as const,
    why: `The implementation of ${proxy} (its slot and traces say so): upgradeTo and proxiableUUID name the slot, the fallback delegates nothing.`,
  })),
  ...[
    ['0x2febe3d60bb2bbdab135c740617241c2eb949635', '0xa24787320ede4cc19d800bf87b41ab9539c4da9d'],
    ['0x5aed5f8a1e3607476f1f81c3d8fe126deb0afe94', '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f'],
    ['0x9205d39ddee10cc23dcbcb936be65d664c8a31d1', '0x1264f802364e0776b9a9e3d161b43c7333ac08b2'],
  ].map(([contract, proxy]) => ({
    contract: contract!,
    hinted: 'eip1967' as const,
    ours: 'none' as const,
    why: `The implementation of ${proxy} (its slot or traces say so): it asks who the admin of its proxy is, and may carry the code of proxies it creates.`,
  })),
  {
    contract: '0xb53c1a33016b2dc2ff3653530bff1848a515c8c5',
    hinted: 'eip1967',
    ours: 'none',
    why: 'A registry that creates proxies: the slot stands in the creation code it carries.',
  },
  {
    contract: '0x0000a26b00c1f0df003000390027140000faa719',
    hinted: 'none',
    ours: 'custom',
    why: 'Asks a beacon written in its code, not in a slot.',
  },
  {
    contract: '0x3a0b646ae29fbfd4c8e027bdb85d506a9a156a63',
    hinted: 'none',
    ours: 'custom',
    why: 'Asks 0xcb6767ad20ef5e808c0c20a95c3cc2fe1674b34f, written in its code, what to delegate to.',
  },
  {
    contract: '0x83b76b11257c4ece35370b6152f1946d49479e89',
    hinted: 'none',
    ours: 'custom',
    why: 'Asks 0xa24787320ede4cc19d800bf87b41ab9539c4da9d, written in its code, what to delegate to.',
  },
  ...[
    '0x5d22045daceab03b158031ecb7d9d06fad24609b',
    '0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419',
    '0xc662c410c0ecf747543f5ba90660f6abebd9c8c4',
  ].map((contract) => ({
    contract,
    hinted: 'none' as const,
    ours: 'custom' as const,
    why: 'Keeps its implementation in slot 0x177667240aeeea7e…, of no standard.',
  })),
  {
    contract: '0xb8ffc3cd6e7cf5a098a1c92f48009765b24088dc',
    hinted: 'none',
    ours: 'custom',
    why: "An Aragon kernel's proxy: its implementation stands in a mapping with a fixed key.",
  },
  {
    contract: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
    hinted: 'none',
    ours: 'custom',
    why: 'An Aragon app: asks the kernel in keccak256("aragonOS.appStorage.kernel") what to delegate to.',
  },
  ...[
    '0x733500ccd1f7a044cdc294fc7c38b7b8afa2ed12',
    '0x893ca3ca0ed6d47028068ed50f9562bb04e38ea5',
    '0xe237bdfba5ceb3c19c44172aeff7e98dfeca9a40',
    '0xe3d7f785ec6ead3062e5608e4ef2bb496f81035c',
  ].map((contract) => ({
    contract,
    hinted: 'none' as const,
    ours: 'custom' as const,
    why: 'Delegates to slot 12, or to what the registry in slot 0 names.',
  })),
  {
    contract: '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f',
    hinted: 'none',
    ours: 'custom',
    why: 'Passes every call on to slot 2: by DELEGATECALL or, while its flag useDELEGATECALL is not set, by CALL.',
  },
  {
    contract: '0x4edd62189732e9ff476aba880b48c29432a7ac9b',
    hinted: 'none',
    ours: 'diamond',
    why: 'Delegates by a mapping of selectors that stands elsewhere than EIP-2535 shows it.',
  },
  {
    contract: '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
    hinted: 'none',
    ours: 'diamond',
    why: 'Delegates by a mapping of selectors that stands elsewhere than EIP-2535 shows it.',
  },
  {
    contract: '0x3a23f943181408eac424116af7b7790c94cb97a5',
    hinted: 'none',
    ours: 'unknown',
    why: 'Delegates what follows the selector, not the call: to an address by number.',
  },
];

/** Our results for the cases in whatsabi's tests. */
export const EXPECTATION_VERDICTS: readonly {
  readonly name: string;
  readonly address?: string;
  /** Undefined if not comparable: the case has only an address, whose code is not recorded. */
  readonly ours: ProxyPattern | undefined;
  /** The reason, if `ours` is not what the case expects. */
  readonly why?: string;
}[] = [
  {
    name: 'Minimal Proxy Pattern',
    ours: 'none',
    why: 'The bytes are creation code: run, they delegate nothing but return a clone, which is eip1167 (below).',
  },
  { name: 'Solady Minimal Proxy: CWIA', ours: 'fixed' },
  { name: 'Gnosis Safe Proxy Factory', ours: 'safe' },
  {
    name: 'EIP-1967 Proxy: Wanderwing',
    ours: 'custom',
    why: 'These bytes name no slot of EIP-1967: they ask the contract in slot 0xbec77a50…aa87 and delegate to its answer. whatsabi 0.27 finds no proxy in them either.',
  },
  {
    name: 'EIP-1967 Proxy: Aztec TransparentUpgradeableProxy',
    address: '0xff1f2b4adb9df6fc8eafecdcbf96a2b351680455',
    ours: undefined,
  },
  {
    name: 'EIP-2535 Diamond Proxy: ZkSync Era',
    address: '0x32400084c286cf3e17e7b677ea9583e60a000324',
    ours: 'diamond',
  },
  { name: 'SequenceWallet Proxy', address: '0x2f4eeccbe817e2b9f66e8123387aa81bae08dfec', ours: undefined },
  { name: 'Vyper Minimal Proxy', address: '0x2d5d4869381c4fce34789bc1d38acce747e295ae', ours: undefined },
  {
    name: 'resolve WeightedRateSetCollectionPool',
    address: '0x56c5aef1296d004707475c8440f540dda409b53d',
    ours: undefined,
  },
  {
    name: 'DiamondProxy: LiFi on Base',
    address: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
    ours: undefined,
  },
  { name: 'diamond', address: '0x3caca7b48d0573d793d3b0279b5f0029180e83b6', ours: 'diamond' },
  { name: 'diamond', address: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae', ours: undefined },
  { name: 'diamond', address: '0xe21ebcd28d37a67757b9bc7b290f4c4928a430b1', ours: undefined },
  { name: 'diamond', address: '0x07f4d0691ee248b46fb71afa15f28a08d951a002', ours: undefined },
];

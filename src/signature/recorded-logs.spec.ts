import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  type Abi,
  decodeAbiParameters,
  decodeEventLog,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
} from 'viem';
import { wholeBlocks } from '../../test/recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../../test/recorded/reference-directory.js';
import { signatureBook } from '../runtime/api/signatures.js';
import { decodeEvent } from './decode-event.js';
import type { DecodedArg, EventDecoding } from './decoded-event.js';

interface RecordedLog {
  readonly topics: readonly [Hex, ...Hex[]];
  readonly data: Hex;
}

const WELL_KNOWN = [
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  parseAbi([
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
    'event Sync(uint112 reserve0, uint112 reserve1)',
  ]),
  parseAbi([
    'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  ]),
].map((abi: Abi) =>
  abi
    .filter((entry) => entry.type === 'event')
    .map((event) => ({
      event,
      selector: toEventSelector(event),
      indexed: event.inputs.filter((input) => input.indexed).length,
    })),
);

const recorded = (title: string, suite: () => void): void =>
  REFERENCE_DIRECTORY === undefined
    ? it.skip(`${title} (no recordings at SHARED_DIR)`, () => undefined)
    : describe(title, suite);

recorded('the logs of recorded mainnet blocks', () => {
  const book = signatureBook();
  const logs = wholeBlocks(REFERENCE_DIRECTORY!)
    .flatMap(({ receipts }) => receipts ?? [])
    .flatMap((receipt) => receipt.logs as RecordedLog[]);
  const decoded = logs.map((log) => ({ log, decoding: decodeEvent(book, log.topics, log.data) }));

  it('are mostly decoded, and no known event fails', () => {
    const counts = new Map<string, number>();
    for (const { decoding } of decoded)
      counts.set(decoding.decodeStatus, (counts.get(decoding.decodeStatus) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      verified: 14_529,
      partial: 42,
      inferred: 30,
      abi_missing: 659,
    });
  });

  // Compared without `expect`, which is slow for fifteen thousand logs.
  it('have the values that viem decodes by the same types', () => {
    const wrong = decoded.filter(({ log, decoding }) => {
      if (!('decoded' in decoding)) return false;
      const { args } = decoding.decoded;
      const [unindexed, indexed] = [false, true].map((flag) => args.filter((arg) => arg.indexed === flag));
      const own = [unindexed, indexed].map((list) => list!.map(({ value }) => value));
      const topics = indexed!.map((arg, at) => readTopic(arg, log.topics[at + 1]!));
      return !isDeepStrictEqual(own, [plain(read(unindexed!, log.data)), topics]);
    });
    expect(wrong).toEqual([]);
  });

  it('of well-known events are decoded as by viem with their ABI', () => {
    const known = decoded.flatMap(({ log, decoding }) =>
      WELL_KNOWN.flatMap((abi) => {
        const expected = byAbi(abi, log);
        return expected === undefined ? [] : [{ expected, decoding }];
      }),
    );
    expect(known.length).toBeGreaterThan(12_000);
    const wrong = known.filter(({ expected, decoding }) => !isDeepStrictEqual(named(decoding), expected));
    expect(wrong).toEqual([]);
  });
});

function read(args: readonly DecodedArg[], data: Hex): unknown {
  // viem refuses data where there are no types.
  if (args.length === 0) return [];
  return decodeAbiParameters(parseAbiParameters(args.map(({ type }) => type).join(',')), data);
}

/** Values of viem in the form of the API's contract. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString();
  if (typeof value === 'string') return /^0x[0-9a-fA-F]*$/.test(value) ? value.toLowerCase() : value;
  return Array.isArray(value) ? value.map(plain) : value;
}

function readTopic({ type, value }: DecodedArg, topic: Hex): unknown {
  const isHash = typeof value === 'object';
  return isHash
    ? { hash: topic, dynamic: true }
    : plain(decodeAbiParameters(parseAbiParameters(type), topic)[0]);
}

/** Name and values in order of declaration; undefined when the log fits no event of the ABI. */
function byAbi(abi: (typeof WELL_KNOWN)[number], log: RecordedLog): unknown {
  const known = abi.find(
    ({ selector, indexed }) => selector === log.topics[0] && indexed === log.topics.length - 1,
  );
  if (known === undefined) return undefined;
  const { event } = known;
  const { args } = decodeEventLog({ abi: [event], topics: [...log.topics], data: log.data, strict: true });
  const values = args as unknown as Record<string, unknown>;
  return ['verified', event.name, event.inputs.map(({ name }) => plain(values[name!]))];
}

function named(decoding: EventDecoding): unknown {
  if (!('decoded' in decoding)) return decoding;
  const { decodeStatus, decoded } = decoding;
  return [decodeStatus, decoded.name, decoded.args.map(({ value }) => value)];
}

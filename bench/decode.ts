import { decodeEventLog, encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiParameters } from 'viem';
import { decodeEvent } from '../src/signature/decode-event.js';
import { signatureBookOf } from '../test/builder/signature-book-of.js';

// CPU microseconds to decode a log, by our decoder and by viem's. Run after a build: `node dist/bench/decode.js`.
const ROUNDS = 5;
const PER_ROUND = 20_000;
const FROM = `0x${'a1'.repeat(20)}` as const;
const TO = `0x${'b0'.repeat(20)}` as const;

const TRANSFER = 'Transfer(address indexed from,address indexed to,uint256 value)';
const SAID = 'Said(address by,string what,(uint256,bytes)[] items)';
const abi = parseAbi([`event ${TRANSFER}`, `event ${SAID}`]);
const book = signatureBookOf(
  { kind: 'event', declaration: TRANSFER, uses: 1 },
  { kind: 'event', declaration: SAID, uses: 1 },
);

compare(
  'a transfer',
  encodeEventTopics({ abi, eventName: 'Transfer', args: { from: FROM, to: TO } }) as Topics,
  encodeAbiParameters(parseAbiParameters('uint256'), [7n]),
);
compare(
  'text and tuples',
  encodeEventTopics({ abi, eventName: 'Said' }) as Topics,
  encodeAbiParameters(parseAbiParameters('address,string,(uint256,bytes)[]'), [
    FROM,
    'a message of some length, as people write them',
    [
      [1n, '0x0102'],
      [2n, '0x03'],
    ],
  ]),
);

type Topics = [`0x${string}`, ...`0x${string}`[]];

function compare(what: string, topics: Topics, data: `0x${string}`): void {
  const ours = least(() => decodeEvent(book, topics, data));
  const viem = least(() => decodeEventLog({ abi, topics, data }));
  console.log(`${what}: ours ${ours.toFixed(1)} µs, viem ${viem.toFixed(1)} µs`);
}

/** CPU microseconds a call, in the best round. */
function least(decode: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let at = 0; at < PER_ROUND; at++) decode();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / PER_ROUND;
  });
  return Math.min(...rounds);
}

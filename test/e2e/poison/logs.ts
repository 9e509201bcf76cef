import { signatureBookOf } from '../../builder/signature-book-of.js';
import { hexOf, word } from '../../simulation/bytes.js';
import type { SimLog } from '../../simulation/sim-frame.js';
import { addressNamed, calling, joined, type PoisonedBlocks, padded, topicOf } from './play.js';

/** The contract whose logs are as large as logs can be. */
export const EMITTER = addressNamed('emitter');
const COLLECTION = addressNamed('collection');
const [ALICE, BOB] = ['alice', 'bob'].map((name) => padded(addressNamed(name))) as [string, string];
const MOST = 2n ** 256n - 1n;

const TRANSFER = topicOf('Transfer(address,address,uint256)');
const BATCH = topicOf('TransferBatch(address,address,address,uint256[],uint256[])');
const SENT = topicOf('Sent(address,address,address,uint256,bytes,bytes)');
const URI = topicOf('URI(string,uint256)');
/** Arrays of arrays, whose size an encoding could make a decoder multiply. */
const NESTED = topicOf('Nested(uint256[][][][])');
const TEXT_LIST = topicOf('TextList(string[])');

const event = (uses: number, declaration: string) => ({ kind: 'event', uses, declaration }) as const;
/** The signatures of these events that the service knows. */
export const SIGNATURES = signatureBookOf(
  event(9, 'Transfer(address indexed from,address indexed to,uint256 value)'),
  event(8, 'Transfer(address indexed from,address indexed to,uint256 indexed tokenId)'),
  event(
    9,
    'TransferBatch(address indexed by,address indexed from,address indexed to,uint256[] ids,uint256[] values)',
  ),
  event(
    9,
    'Sent(address indexed by,address indexed from,address indexed to,uint256 amount,bytes data,bytes byData)',
  ),
  event(9, 'URI(string value,uint256 indexed id)'),
  event(1, 'Nested(uint256[][][][] values)'),
  event(0, 'TextList(string[])'),
);

type Log = Omit<SimLog, 'address'>;

const anyShape: Log[] = [0, 1, 2, 3, 4].flatMap((topics) =>
  [0, 1, 31, 32, 33, 64, 96, 127].map((size) => ({
    topics: [TRANSFER, ALICE, BOB, word(MOST)].slice(0, topics),
    data: hexOf(Buffer.alloc(size, size)),
  })),
);

const batch = (data: string): Log => ({ topics: [BATCH, ALICE, ALICE, BOB], data });
const many = Array.from({ length: 16_000 }, (_, index) => index);

const bombs: Log[] = [
  batch(joined(64, 64, MOST)),
  batch(joined(64, 96, 2n ** 32n, 2n ** 32n)),
  batch(joined(MOST, MOST, 1, 1)),
  batch(joined(64, 128, 2n ** 64n, 1, 1, 1)),
  // Both arrays at the same offset, and each element read over and over.
  batch(joined(64, 64, 2, 1, 1)),
  batch(joined(64, 96 + 32 * many.length, many.length, ...many, many.length, ...many)),
  { topics: [SENT, ALICE, ALICE, BOB], data: joined(1, 96, 96, MOST, MOST) },
  { topics: [URI, word(1)], data: joined(MOST, MOST) },
  { topics: [URI, word(1)], data: joined(0) },
  // Every element is the array itself, ten levels deep.
  { topics: [NESTED], data: joined(32, 8, ...Array.from({ length: 8 }, () => 0), 1) },
  { topics: [NESTED], data: joined(32, 30_000, ...many, ...many) },
  { topics: [NESTED], data: joined(32, 2, 64, 64, 2, 64, 64, 2, 64, 64, 2, 1, 1) },
  { topics: [TEXT_LIST], data: joined(32, 16_000, ...many.map(() => 32 * 16_000), 5, word(0)) },
  { topics: [TRANSFER, hexOf(Buffer.alloc(32, 0xff)), hexOf(Buffer.alloc(32, 0xff))], data: word(MOST) },
];

export const LOGS: PoisonedBlocks = {
  'logs of 0 to 4 topics over data of any size': [calling(EMITTER, { logs: anyShape })],
  // Longer than an answer may be.
  'logs of 1 MB': [
    calling(EMITTER, {
      logs: Array.from({ length: 6 }, () => ({
        topics: [TRANSFER],
        data: hexOf(Buffer.alloc(1 << 20, 0x5b)),
      })),
    }),
  ],
  'encodings that claim more than there is': [calling(COLLECTION, { logs: bombs })],
};

export const PROTOCOL = `0x${'f'.repeat(39)}e`;

/** EIP-7708: ether transfers are logged by an address without code. */
export const ETHER_LOGS: PoisonedBlocks = {
  'logs of ether that moved': [
    {
      to: addressNamed('receiver'),
      value: 5n,
      play: (root) => {
        const topics = [TRANSFER, padded(root.from), padded(root.to)];
        root.events.push({ log: { address: PROTOCOL, topics, data: word(root.value) } });
      },
    },
  ],
};

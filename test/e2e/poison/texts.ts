import { hexOf, word } from '../../simulation/bytes.js';
import { addressNamed, calling, counted, inner, joined, type PoisonedBlocks, topicOf } from './play.js';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

/** Names that a contract may give itself. */
export const NAMES: Readonly<Record<string, Buffer>> = {
  NUL: utf8('USD\0Coin\0'),
  'text that runs backwards': utf8('USD\u202ecilbuP\u202c \u2066\u2069\u200f'),
  'text that moves the terminal': utf8('\u001b[2J\u001b]0;owned\u0007\r\n\u2028\u0085'),
  'text of no width': utf8('\ufeff\u200b\u200d\u00ad'),
  'bytes that are no text': Buffer.from('fffec080eda080f5808080', 'hex'),
  'markup and queries': utf8(`<script>alert(1)</script>'); DROP TABLE log;-- \${jndi:ldap://x} %s%n {{7*7}}`),
  nothing: Buffer.alloc(0),
  'one megabyte': Buffer.alloc(1 << 20, 'long '),
};

/** The token with such a name. */
export const TOKEN = addressNamed('named token');
const READER = addressNamed('reader of names');
const URI = topicOf('URI(string,uint256)');
const ERROR = '0x08c379a0';

/** The name as call data, in a log, as the output of `name()`, and as the reason of a revert. */
const named = (name: Buffer) => {
  const text = joined(32, counted(name));
  return calling(TOKEN, {
    input: joined('0xc47f0027', text),
    logs: [{ topics: [URI, word(7)], data: text }],
    calls: [
      inner('STATICCALL', TOKEN, READER, { input: '0x06fdde03', output: text }),
      inner('CALL', TOKEN, READER, { input: '0x06fdde03', output: joined(ERROR, text), reverts: true }),
    ],
  });
};

const answers = (selector: string, output: string, reverts = false) =>
  inner('STATICCALL', READER, TOKEN, { input: selector, output, reverts });

/** Outputs of `symbol()` and `decimals()`, and revert data. */
const answering = calling(READER, {
  calls: [
    answers('0x95d89b41', hexOf(utf8('MKR'.padEnd(32, '\0')))),
    answers('0x95d89b41', hexOf(Buffer.alloc(32, 0xff))),
    ...[255n, 256n, 2n ** 256n - 1n].map((decimals) => answers('0x313ce567', word(decimals))),
    answers('0x313ce567', '0x', true),
    answers('0x313ce567', hexOf(Buffer.alloc(1 << 20, 0xab)), true),
    ...[1, 3, 4, 5, 4_095, 4_096, 4_097].map((size) =>
      answers('0x313ce567', hexOf(Buffer.alloc(size, 0x41)), true),
    ),
    // Reasons with wrong offsets or lengths, and panics of an unknown kind.
    answers('0x06fdde03', joined(ERROR, 2n ** 256n - 1n, 1), true),
    answers('0x06fdde03', joined(ERROR, 0, 0), true),
    answers('0x06fdde03', joined(ERROR, 32, 2n ** 255n), true),
    answers('0x06fdde03', joined('0x4e487b71', 2n ** 256n - 1n), true),
    answers('0x06fdde03', '0x4e487b71', true),
  ],
});

export const TEXTS: PoisonedBlocks = {
  ...Object.fromEntries(
    Object.entries(NAMES).map(([what, name]) => [`a name that is ${what}`, [named(name)]]),
  ),
  'symbols of 32 bytes, odd decimals, and return bombs': [answering],
};

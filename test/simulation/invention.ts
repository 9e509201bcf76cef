import { keccak, word } from './bytes.js';
import type { Prng } from './prng.js';
import type { SimLog } from './sim-frame.js';
import { ZERO_WORD } from './world-state.js';

const topicOf = (signature: string): string => keccak(Buffer.from(signature));
const TOPIC = {
  transfer: topicOf('Transfer(address,address,uint256)'),
  single: topicOf('TransferSingle(address,address,address,uint256,uint256)'),
  batch: topicOf('TransferBatch(address,address,address,uint256[],uint256[])'),
  sent: topicOf('Sent(address,address,address,uint256,bytes,bytes)'),
  minted: topicOf('Minted(address,address,uint256,bytes,bytes)'),
  burned: topicOf('Burned(address,address,uint256,bytes,bytes)'),
  deposit: topicOf('Deposit(address,address,uint256,uint256)'),
  withdraw: topicOf('Withdraw(address,address,address,uint256,uint256)'),
};
/** The three slots of EIP-1967, the two older ones of OpenZeppelin, and that of EIP-1822. */
const PROXY_SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
];

const KNOWN_TOPICS = [
  ...Array.from({ length: 8 }, (_, index) => word(BigInt(`0x${'5a'.repeat(31)}00`) + BigInt(index))),
  ...Array.from({ length: 4 }, () => topicOf('AnswerUpdated(int256,uint256,uint256)')),
];
const SELECTORS = ['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0x70a08231', '0x022c0d9f', '0xd0e30db0'];

const holder = (random: Prng): string =>
  random.chance(0.15) ? ZERO_WORD : word(BigInt(random.between(1, 40)));

/** Concatenated words of data. */
const data = (...parts: readonly (string | number)[]): string =>
  `0x${parts.map((part) => (typeof part === 'number' ? word(part) : part).slice(2)).join('')}`;

/** Ids and amounts, mostly equally many. */
function inventBatch(random: Prng): string {
  const ids = Array.from({ length: random.between(0, 3) }, () => random.between(0, 5));
  const amounts = ids.map(() => random.between(0, 9));
  if (random.chance(0.1)) amounts.push(1);
  return data(64, 96 + 32 * ids.length, ids.length, ...ids, amounts.length, ...amounts);
}

/** An event of some token standard, as its contracts emit it. */
function inventTokenLog(random: Prng): Omit<SimLog, 'address'> {
  const [by, from, to] = [holder(random), holder(random), holder(random)];
  const amount = random.between(0, 3);
  const texts = data(amount, 96, 128, 0, 0);
  return random.pick<() => Omit<SimLog, 'address'>>([
    () => ({ topics: [TOPIC.transfer, from, to], data: data(amount) }),
    () => ({ topics: [TOPIC.transfer, from, to], data: word(random.next()) }),
    () => ({ topics: [TOPIC.transfer, from, to, random.hex(32)], data: '0x' }),
    () => ({ topics: [TOPIC.transfer], data: data(from, to, amount) }),
    () => ({ topics: [TOPIC.single, by, from, to], data: data(random.between(0, 5), amount) }),
    () => ({ topics: [TOPIC.batch, by, from, to], data: inventBatch(random) }),
    () => ({ topics: [TOPIC.sent, by, from, to], data: texts }),
    () => ({ topics: [TOPIC.minted, by, to], data: texts }),
    () => ({ topics: [TOPIC.burned, by, from], data: texts }),
    () => ({ topics: [TOPIC.deposit, from, to], data: data(amount, amount) }),
    () => ({ topics: [TOPIC.withdraw, by, from, to], data: data(amount, amount) }),
  ])();
}

/** Near misses of a standard: a word that is no address, too little or too much data, or a topic too few. */
function spoiled(random: Prng, log: Omit<SimLog, 'address'>): Omit<SimLog, 'address'> {
  const { topics } = log;
  return random.pick([
    { ...log, topics: topics.map((topic, at) => (at === 1 ? random.hex(32) : topic)) },
    { ...log, data: log.data.slice(0, -2 * random.between(1, 32)).padEnd(2, '0x') },
    { ...log, data: log.data + random.hex(32).slice(2) },
    { ...log, topics: topics.slice(0, -1) },
  ]);
}

/** Logs of `emitter`: mostly token events, otherwise 0 to 4 topics over any bytes. An ERC-777 token often logs a movement twice. */
export function inventLogs(random: Prng, emitter: string): SimLog[] {
  if (random.chance(0.6)) {
    const log = inventTokenLog(random);
    const reported = random.chance(0.1) ? spoiled(random, log) : log;
    const twin = reported.topics[0] === TOPIC.sent && random.chance(0.5) ? [twinOf(reported)] : [];
    return [reported, ...twin].map((each) => ({ address: emitter, ...each }));
  }
  const topics = Array.from({ length: random.between(0, 4) }, (_, at) =>
    at === 0 ? random.pick(KNOWN_TOPICS) : random.hex(32),
  );
  return [{ address: emitter, topics, data: random.hex(random.pick([0, 1, 32, 64, 96, 160])) }];
}

const twinOf = ({ topics, data: sent }: Omit<SimLog, 'address'>): Omit<SimLog, 'address'> => ({
  topics: [TOPIC.transfer, ...topics.slice(2)],
  data: sent.slice(0, 66),
});

export function inventSlot(random: Prng): string {
  if (random.chance(0.2)) return random.pick(PROXY_SLOTS);
  return random.chance(0.4) ? word(random.between(0, 12)) : random.hex(32);
}

export function inventWord(random: Prng): string {
  if (random.chance(0.15)) return ZERO_WORD;
  return random.chance(0.5) ? word(random.next()) : random.hex(32);
}

/** Call data: nothing, fewer than four bytes, or a selector and words. */
export function inventInput(random: Prng): string {
  if (random.chance(0.15)) return '0x';
  if (random.chance(0.05)) return random.hex(random.between(1, 3));
  const selector = random.chance(0.8) ? random.pick(SELECTORS) : random.hex(4);
  return selector + random.hex(32 * random.between(0, 4)).slice(2);
}

/** Runtime or init code: an EIP-1167 clone of some contract, or any bytes that do not begin like a delegation. */
export function inventCode(random: Prng, most: number, contracts: readonly string[]): string {
  if (contracts.length > 0 && random.chance(0.25))
    return `0x363d3d373d3d3d363d73${random.pick(contracts).slice(2)}5af43d82803e903d91602b57fd5bf3`;
  return `0x6080604052${random.hex(random.between(1, most)).slice(2)}`;
}

/** Revert data: nothing, a text, a panic, a custom error, or more than is stored. */
export function inventRevertPayload(random: Prng): string {
  const text = `${word(32)}${word(3).slice(2)}${Buffer.from('no!').toString('hex').padEnd(64, '0')}`;
  return random.pick([
    '0x',
    `0x08c379a0${text.slice(2)}`,
    `0x4e487b71${word(17).slice(2)}`,
    random.hex(4),
    random.chance(0.2) ? random.hex(5000) : random.hex(36),
  ]);
}

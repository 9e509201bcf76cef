import { word } from './bytes.js';
import type { Prng } from './prng.js';
import type { SimLog } from './sim-frame.js';
import { ZERO_WORD } from './world-state.js';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const EIP1967_IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const EIP1967_ADMIN = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103';

const KNOWN_TOPICS = Array.from({ length: 8 }, (_, index) =>
  word(BigInt(`0x${'5a'.repeat(31)}00`) + BigInt(index)),
);
const SELECTORS = ['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0x70a08231', '0x022c0d9f', '0xd0e30db0'];

/** A log of `emitter`: often a transfer, else 0 to 4 topics over any bytes. */
export function inventLog(random: Prng, emitter: string): SimLog {
  if (random.chance(0.45)) {
    const holder = () => word(BigInt(random.between(1, 40)));
    return { address: emitter, topics: [TRANSFER, holder(), holder()], data: word(random.next()) };
  }
  const topics = Array.from({ length: random.between(0, 4) }, (_, at) =>
    at === 0 ? random.pick(KNOWN_TOPICS) : random.hex(32),
  );
  return { address: emitter, topics, data: random.hex(random.pick([0, 1, 32, 64, 96, 160])) };
}

export function inventSlot(random: Prng): string {
  if (random.chance(0.05)) return random.pick([EIP1967_IMPLEMENTATION, EIP1967_ADMIN]);
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

/** What a reverting frame hands back: nothing, a text, a panic, a custom error, or more than anybody keeps. */
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

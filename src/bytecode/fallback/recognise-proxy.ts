import { keccak256 } from '../../domain/crypto/keccak.js';
import { instructions } from '../instruction/instructions.js';
import { OP } from '../instruction/opcode.js';
import { CallFollower } from './call-follower.js';
import type { ProxyPattern } from './proxy-pattern.js';
import { PROXY_SLOTS, type ProxySlotName } from './proxy-slots.js';
import { FROM, type Word } from './word.js';

const SLOT_PATTERNS = (
  [
    ['eip1967_implementation', 'eip1967'],
    ['oz_v1_implementation', 'oz_v1'],
    ['eip1822_proxiable', 'eip1822'],
  ] as const satisfies (readonly [ProxySlotName, ProxyPattern])[]
).map(([name, pattern]) => ({ slot: numberOf(PROXY_SLOTS[name]), pattern }));
const BEACON_SLOT = numberOf(PROXY_SLOTS.eip1967_beacon);

/** Patterns from the most specific on. If paths delegate by different ones, the first of these counts. */
const MOST_SPECIFIC = [
  'eip1967',
  'eip1967_beacon',
  'oz_v1',
  'eip1822',
  'diamond',
  'safe',
  'custom',
  'fixed',
  'unknown',
] as const satisfies ProxyPattern[];

/** masterCopy(), which the proxy of a Safe answers itself. */
const MASTER_COPY = Buffer.from('a619486e', 'hex');
/**
 * The beginning of proxies of Safe 1.0, which did not answer masterCopy() yet: it loads slot 0 and delegates
 * at once.
 */
const SAFE_V1_0 = Buffer.from(`608060405273${'ff'.repeat(20)}600054163660008037600080366000845af4`, 'hex');
/** Arguments that no code expects. */
const ARGUMENT = keccak256(Buffer.from('argument'));

/**
 * How code finds the address to which it delegates a call of a function that it does not have; `none` when it
 * delegates no such call, even if a function of its own delegates to a library or to an address that its
 * caller names.
 *
 * @param selectors the selectors that the code answers itself
 */
export function recogniseProxy(code: Buffer, selectors: readonly Buffer[]): ProxyPattern {
  if (!hasDelegateCall(code)) return 'none';
  const follower = new CallFollower({ code, call: Buffer.concat([unansweredSelector(selectors), ARGUMENT]) });
  follower.follow();
  const patterns = new Set(follower.targets.map((target) => patternOf(target, code)));
  return MOST_SPECIFIC.find((pattern) => patterns.has(pattern)) ?? (follower.isUnclear ? 'unknown' : 'none');
}

function patternOf({ value, from, slots }: Word, code: Buffer): ProxyPattern {
  if (value !== undefined && from === 0) return 'fixed';
  if ((from & FROM.returned) !== 0) return slots.includes(BEACON_SLOT) ? 'eip1967_beacon' : 'custom';
  const known = SLOT_PATTERNS.find(({ slot }) => slots.includes(slot));
  if (known !== undefined) return known.pattern;
  if ((from & FROM.slotOfCall) !== 0) return 'diamond';
  if (slots.includes(0n) && isSafe(code)) return 'safe';
  return (from & (FROM.fixedSlot | FROM.otherSlot)) !== 0 ? 'custom' : 'unknown';
}

function isSafe(code: Buffer): boolean {
  return code.includes(MASTER_COPY) || code.subarray(0, SAFE_V1_0.length).equals(SAFE_V1_0);
}

function hasDelegateCall(code: Buffer): boolean {
  if (!code.includes(OP.DELEGATECALL)) return false;
  for (const [, operation] of instructions(code)) if (operation === OP.DELEGATECALL) return true;
  return false;
}

function unansweredSelector(selectors: readonly Buffer[]): Buffer {
  const selector = Buffer.from('8f3a10c7', 'hex');
  while (selectors.some((answered) => answered.equals(selector))) {
    selector.writeUInt32BE((selector.readUInt32BE(0) + 1) >>> 0);
  }
  return selector;
}

function numberOf(slot: Buffer): bigint {
  return BigInt(`0x${slot.toString('hex')}`);
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Answers for a network in a window. After these it must wait. */
const ANSWERS = 600;
/** Networks that are counted. Beyond them the network that was silent longest is forgotten. */
const NETWORKS = 10_000;
const PREFIX_BYTES = 8;

/**
 * Counts answers that no key or payment covers, by network address or another name of the caller. Each
 * process counts alone.
 */
export class AddressLimit {
  readonly #answers = new LRUCache<string, number>({ max: NETWORKS, ttl: WINDOW_MS, noUpdateTTL: true });

  constructor(private readonly most = ANSWERS) {}

  /** Counts one answer. @returns the seconds to wait if it was one too many */
  count(address: string): number | undefined {
    const wait = this.waitOf(address);
    this.#add(address, 1);
    return wait;
  }

  /** The seconds to wait where one more would be too many. */
  waitOf(address: string): number | undefined {
    const network = networkOf(address);
    if ((this.#answers.get(network) ?? 0) < this.most) return undefined;
    return Math.max(1, Math.ceil(this.#answers.getRemainingTTL(network) / 1000));
  }

  /**
   * Subtracts answers. Where more are subtracted than were counted, the rest is credit until the window ends.
   */
  giveBack(address: string, answers: number): void {
    this.#add(address, -answers);
  }

  #add(address: string, answers: number): void {
    const network = networkOf(address);
    this.#answers.set(network, (this.#answers.get(network) ?? 0) + answers);
  }
}

/**
 * The key under which an address is counted: an IPv4 address itself; of an IPv6 address its /64, because one
 * client usually has all of it; any other text as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, PREFIX_BYTES)).toString('hex');
}

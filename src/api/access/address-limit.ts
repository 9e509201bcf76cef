import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Answers that a network gets in a window before it has to wait. */
const ANSWERS = 600;
/** Beyond them the network that was silent longest is forgotten. */
const NETWORKS = 10_000;
const PREFIX_BYTES = 8;

/** Counts answers that no key or payment covers, by network address or another name of the caller. A process counts for itself. */
export class AddressLimit {
  readonly #answers = new LRUCache<string, number>({ max: NETWORKS, ttl: WINDOW_MS, noUpdateTTL: true });

  constructor(private readonly most = ANSWERS) {}

  /** Counts one; returns the seconds to wait where it is one too many. */
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

  /** Takes off what was counted: more of it is credit, until the window ends. */
  giveBack(address: string, answers: number): void {
    this.#add(address, -answers);
  }

  #add(address: string, answers: number): void {
    const network = networkOf(address);
    this.#answers.set(network, (this.#answers.get(network) ?? 0) + answers);
  }
}

/**
 * An IPv4 address itself, or the /64 of an IPv6 address, as one client usually has all of it. A text that is no address is returned as it
 * is.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, PREFIX_BYTES)).toString('hex');
}

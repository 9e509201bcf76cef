import { LRUCache } from 'lru-cache';
import { authorizationSigner } from '../../../domain/access/authorization-signer.js';
import type { FacilitatorClient } from './facilitator-client.js';
import type { NotPaid, PaymentRefusals } from './not-paid.js';
import type { PayTerms } from './pay-terms.js';
import type { PresentedPayment } from './presented-payment.js';
import { UnpaidWork } from './unpaid-work.js';
import { VerificationPlaces } from './verification-places.js';

/**
 * Least validity of a payment. One that expires while its settlement waits for a block costs gas and moves
 * nothing.
 */
const LEAST_VALIDITY_MS = 60_000;
/**
 * How long a payer is known after a payment. A known payer does not wait for others at the same network
 * address.
 */
const KNOWN_FOR_MS = 3_600_000;
/** Known payers. Beyond them the one who paid longest ago is forgotten. */
const MAX_KNOWN = 10_000;

/** Names that a call counts for until it is paid: payers and network addresses. */
export type Callers = readonly string[];

/** Has payments verified, and bounds the unpaid calls of each caller. */
export class PaymentVerifier {
  readonly #work = new UnpaidWork();
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS });
  readonly #newPlaces = new VerificationPlaces();
  readonly #knownPlaces = new VerificationPlaces();

  constructor(
    private readonly terms: PayTerms,
    private readonly facilitator: FacilitatorClient,
    private readonly refusals: PaymentRefusals,
  ) {}

  /**
   * Has a payment verified. Before that, the call counts for the payer only if the payer is known and the
   * signature, which is checked here, is the payer's. Otherwise it counts for the network address, because
   * anybody could send a payment in the payer's name and use up the payer's calls.
   * @param address network address of the caller
   * @returns whom the call counts for: the payer and, unless the payer is known, the network address
   */
  async verify(payment: PresentedPayment, address: string): Promise<Callers | NotPaid> {
    const { payer, offer } = payment;
    if (payment.validBefore.getTime() < Date.now() + LEAST_VALIDITY_MS)
      return this.refusals.refused(offer, 'its authorization has expired, or will within a minute');
    const isKnown = this.#known.has(payer) && this.#isSignedByPayer(payment);
    const [caller, places] = isKnown ? [payer, this.#knownPlaces] : [address, this.#newPlaces];
    const wait = this.#work.waitOf(payer) ?? this.#work.begin(caller);
    if (wait !== undefined) return this.refusals.tooMany(wait);
    const verification = await places.hold(caller, () => this.facilitator.verify(payment));
    if (verification?.kind === 'invalid') return this.refusals.refused(offer, verification.reason);
    if (verification?.kind !== 'valid') {
      this.#work.undo([caller]);
      return this.refusals.unavailable();
    }
    if (isKnown) return [payer];
    const counted = this.count(payer);
    return 'refusal' in counted ? counted : [...counted, address];
  }

  /** Counts a call whose payment need not be verified again. */
  count(payer: string): Callers | NotPaid {
    const wait = this.#work.begin(payer);
    return wait === undefined ? [payer] : this.refusals.tooMany(wait);
  }

  /** Takes back a counted call for which nothing was done. */
  undo(callers: Callers): void {
    this.#work.undo(callers);
  }

  /** Remembers that a payment of this payer was settled. */
  know(payer: string): void {
    this.#known.set(payer, true);
  }

  /** Takes back a call that was answered and paid. */
  paid(callers: Callers): void {
    this.#work.paid(callers);
  }

  #isSignedByPayer({ signed, payer }: PresentedPayment): boolean {
    const { network, token } = this.terms;
    const chainId = BigInt(network.slice('eip155:'.length));
    const domain = { name: token.name, version: token.version, chainId, token: token.address };
    return authorizationSigner(signed, domain) === payer;
  }
}

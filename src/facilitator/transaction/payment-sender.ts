import { setTimeout } from 'node:timers/promises';
import { type Address, type Hex, keccak256 } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { KeyedMutex } from '../../platform/queue/keyed-mutex.js';
import type { PaymentNode } from '../payment/payment-node.js';
import { affordable, type GasPrice, gasPriceNow } from './gas-price.js';
import type { PaymentJournal } from './payment-journal.js';
import type { SentPayment } from './sent-payment.js';

/** Every node refused to take a transaction, so nothing was sent. */
export class TransactionNotTaken extends Error {
  override readonly name = 'TransactionNotTaken';
}

export interface PaymentCall {
  /** The authorization that the call uses up. */
  readonly authorization: string;
  readonly whole: string;
  readonly token: Address;
  /** Amount that it moves, in the token's smallest units. */
  readonly value: bigint;
  readonly data: Hex;
}

/**
 * Gas limit. A transfer by authorization takes some 90,000 gas, and a contract wallet that checks a signature
 * cannot spend more than the rest.
 */
const GAS = 300_000n;
const LOOK_MS = 50;

/** Signs and sends payments from one account, each with a nonce of its own. */
export class PaymentSender {
  readonly #mutex = new KeyedMutex();

  constructor(
    private readonly node: PaymentNode,
    private readonly account: PrivateKeyAccount,
    private readonly chainId: number,
    private readonly journal: PaymentJournal,
  ) {}

  get address(): Address {
    return this.account.address;
  }

  find(authorization: string): SentPayment | undefined {
    return this.journal.get(authorization);
  }

  /** Sum of the pending payments of a payer, in the token's smallest units. @param payer from `payerOf` */
  onItsWayFrom(payer: string): bigint {
    return this.journal
      .open()
      .filter(({ authorization }) => authorization.startsWith(`${payer} `))
      .reduce((sum, { value }) => sum + value, 0n);
  }

  /**
   * Sends a payment. INVARIANT: none was sent for its authorization. When this returns, the transaction is on
   * disk, and it may have reached a node.
   * @throws TransactionNotTaken, or GasTooDear or NodeUnreachable before anything was signed; in each case
   * nothing was sent.
   */
  async send(call: PaymentCall): Promise<SentPayment> {
    // One at a time until the nodes have answered: the nonce of a refused transaction must be free again
    // before the next is chosen.
    return this.#mutex.take('nonce', async () => {
      const price = affordable(await gasPriceNow(this.node));
      const nonce = await this.#freeNonce();
      const sent = await this.#signed({ ...call, nonce, attempts: [] }, price);
      this.journal.note(sent);
      const handover = await this.node.send(sent.attempts[0]!.raw);
      if (handover.kind !== 'refused') return sent;
      this.journal.forget(call.authorization);
      throw new TransactionNotTaken(handover.why);
    });
  }

  /** Replaces a payment that is not mined by one with a higher gas price. */
  async sendRaised(sent: SentPayment, price: GasPrice): Promise<void> {
    const raised = await this.#signed(sent, price);
    this.journal.note(raised);
    await this.node.send(raised.attempts.at(-1)!.raw);
  }

  /**
   * Waits until a payment is mined.
   * @returns the hash of its transaction; undefined when that was not seen in time, or the payment was
   * forgotten
   */
  async mined(authorization: string, withinMs: number, stop: AbortSignal): Promise<Hex | undefined> {
    for (const until = performance.now() + withinMs; ; await setTimeout(LOOK_MS)) {
      const sent = this.journal.get(authorization);
      if (sent === undefined || sent.mined !== undefined) return sent?.mined;
      if (performance.now() >= until || stop.aborted) return undefined;
    }
  }

  /** Marks a payment whose block was replaced as pending again. */
  reopen({ mined: _, ...sent }: SentPayment): void {
    this.journal.note(sent);
  }

  async #freeNonce(): Promise<number> {
    const taken = new Set(this.journal.open().map(({ nonce }) => nonce));
    let nonce = Number(await this.node.ask<Hex>('eth_getTransactionCount', this.address, 'latest'));
    while (taken.has(nonce)) nonce++;
    return nonce;
  }

  async #signed(sent: SentPayment, price: GasPrice): Promise<SentPayment> {
    const { nonce, token, data } = sent;
    const raw = await this.account.signTransaction({
      ...{ type: 'eip1559', chainId: this.chainId, nonce, to: token, data, gas: GAS, value: 0n },
      ...price,
    });
    return { ...sent, attempts: [...sent.attempts, { hash: keccak256(raw), raw, ...price }] };
  }
}

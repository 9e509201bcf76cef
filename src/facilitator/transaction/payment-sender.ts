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
  /** Units of the token that it moves. */
  readonly value: bigint;
  readonly data: Hex;
}

/** A transfer by authorization takes some 90,000; a contract wallet that checks a signature gets no more than this to spend. */
const GAS = 300_000n;
const LOOK_MS = 50;

/** Signs and sends payments from one account, each at a nonce of its own, and never two for one authorization. */
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

  /** Amounts of pending payments whose authorization key begins with this payer. */
  onItsWayFrom(payer: string): bigint {
    return this.journal
      .open()
      .filter(({ authorization }) => authorization.startsWith(`${payer} `))
      .reduce((sum, { value }) => sum + value, 0n);
  }

  /**
   * Sends what was not sent yet. When this returns the transaction is on disk, and may or may not have reached a node.
   * @throws TransactionNotTaken, or GasTooDear or NodeUnreachable before anything was signed; in each case nothing was sent.
   */
  async send(call: PaymentCall): Promise<SentPayment> {
    // In turns until the nodes have answered: a nonce that comes to nothing must be free again before the next is chosen.
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

  /** Sends a payment again that is not mined, for more gas. */
  async sendRaised(sent: SentPayment, price: GasPrice): Promise<void> {
    const raised = await this.#signed(sent, price);
    this.journal.note(raised);
    await this.node.send(raised.attempts.at(-1)!.raw);
  }

  /** The hash it was mined under; undefined when that was not seen in time, or can no longer happen. */
  async mined(authorization: string, withinMs: number, stop: AbortSignal): Promise<Hex | undefined> {
    for (const until = performance.now() + withinMs; ; await setTimeout(LOOK_MS)) {
      const sent = this.journal.get(authorization);
      if (sent === undefined || sent.mined !== undefined) return sent?.mined;
      if (performance.now() >= until || stop.aborted) return undefined;
    }
  }

  /** For a payment whose block was replaced: it is watched again. */
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

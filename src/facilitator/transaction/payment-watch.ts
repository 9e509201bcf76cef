import type { Hex } from 'viem';
import { NodeUnreachable } from '../../node/rpc/node-errors.js';
import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import type { PaymentReceipt } from '../payment/authorization-use.js';
import type { PaymentNode } from '../payment/payment-node.js';
import { gasPriceNow, raisedTo } from './gas-price.js';
import type { PaymentJournal } from './payment-journal.js';
import type { PaymentSender } from './payment-sender.js';
import type { SentPayment } from './sent-payment.js';

const LOOK_MS = 250;
/** Two slots: by then a transaction that a node has, and whose price suffices, is mined. */
const HAND_OVER_AGAIN_MS = 24_000;
/**
 * A payment is lost after so many looks that find its nonce used but no receipt: a node may give the receipt
 * a moment after it counts the nonce.
 */
const LOOKS_BEFORE_LOST = 8;

/**
 * Watches pending payments until they are mined. It sends again payments that a node forgot, and replaces
 * those whose price has become too low by higher offers with the same nonce. It forgets a payment whose nonce
 * another transaction has used.
 */
export class PaymentWatch extends BackgroundWorker {
  readonly #handedOver = new Map<string, number>();
  readonly #passedBy = new Map<string, number>();

  constructor(
    private readonly node: PaymentNode,
    private readonly journal: PaymentJournal,
    private readonly sender: PaymentSender,
    onError: ErrorListener,
    private readonly handOverAgainMs = HAND_OVER_AGAIN_MS,
  ) {
    super({ idle: LOOK_MS, first: LOOK_MS, longest: LOOK_MS }, onError);
  }

  /** Starts the watch. Its first look sends again the payments that an earlier process left pending. */
  override start(): void {
    for (const { authorization } of this.journal.open())
      this.#handedOver.set(authorization, Number.NEGATIVE_INFINITY);
    super.start();
  }

  protected async step(): Promise<boolean> {
    await this.#look();
    return false;
  }

  protected override failed(error: unknown): boolean | Promise<boolean> {
    // A silent node may answer later: the payments stay pending.
    return error instanceof NodeUnreachable || super.failed(error);
  }

  async #look(): Promise<void> {
    const open = this.journal.open();
    this.#leaveAllBut(new Set(open.map(({ authorization }) => authorization)));
    if (open.length === 0) return;
    const hashes = open.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
    const [count, ...receipts] = await this.node.askAll([
      { method: 'eth_getTransactionCount', params: [this.sender.address, 'latest'] },
      ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    ]);
    const mined = new Set(
      receipts.flatMap((answer) =>
        'result' in answer && answer.result ? [(answer.result as PaymentReceipt).transactionHash] : [],
      ),
    );
    const next = count && 'result' in count ? Number(count.result as Hex) : 0;
    for (const payment of open) await this.#settleOne(payment, mined, next);
  }

  async #settleOne(payment: SentPayment, mined: ReadonlySet<Hex>, next: number): Promise<void> {
    const { authorization, attempts, nonce } = payment;
    const hash = attempts.map((attempt) => attempt.hash).find((one) => mined.has(one));
    if (hash !== undefined) {
      this.journal.note({ ...payment, mined: hash });
    } else if (nonce < next) {
      const looks = 1 + (this.#passedBy.get(authorization) ?? 0);
      this.#passedBy.set(authorization, looks);
      if (looks >= LOOKS_BEFORE_LOST) this.journal.forget(authorization);
    } else {
      await this.#handOverAgain(payment);
    }
  }

  async #handOverAgain(payment: SentPayment): Promise<void> {
    const { authorization, attempts } = payment;
    const last = this.#handedOver.get(authorization);
    if (last !== undefined && performance.now() - last < this.handOverAgainMs) return;
    this.#handedOver.set(authorization, performance.now());
    // The sender sent it a moment ago.
    if (last === undefined) return;
    const raised = raisedTo(await gasPriceNow(this.node), attempts.at(-1)!);
    if (raised) await this.sender.sendRaised(payment, raised);
    else await this.node.send(attempts.at(-1)!.raw);
  }

  /**
   * Drops what is kept of other payments, including those that the sender forgot because no node took them.
   */
  #leaveAllBut(open: ReadonlySet<string>): void {
    for (const kept of [this.#handedOver, this.#passedBy])
      for (const authorization of kept.keys()) if (!open.has(authorization)) kept.delete(authorization);
  }
}

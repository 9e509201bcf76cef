import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readLine, writeLine } from './journal-line.js';
import type { SentPayment } from './sent-payment.js';

/** Mined payments that are kept to answer repeats at once; older ones are found on the chain. */
const KEPT_MINED = 10_000;

/**
 * Payments that were sent, on disk before they are: after a kill the same transaction is handed over again instead of a second one.
 * A file of lines; what no longer counts is left out when it is next opened, or has grown twice as long as what does.
 */
export class PaymentJournal {
  readonly #payments = new Map<string, SentPayment>();
  readonly #file: string;
  #descriptor: number;
  #lines = 0;

  /** @throws Error when the file of the directory is damaged elsewhere than in its last line. */
  constructor(directory: string) {
    this.#file = join(directory, 'payments.jsonl');
    for (const [at, line] of linesOf(this.#file).entries()) this.#take(line, at + 1);
    this.#descriptor = this.#rewrite();
  }

  get(authorization: string): SentPayment | undefined {
    return this.#payments.get(authorization);
  }

  /** Those of which it is not known yet what became, by nonce. */
  open(): readonly SentPayment[] {
    return [...this.#payments.values()]
      .filter(({ mined }) => mined === undefined)
      .sort((one, other) => one.nonce - other.nonce);
  }

  /** Returns when it is on disk. */
  note(payment: SentPayment): void {
    this.#payments.delete(payment.authorization);
    this.#payments.set(payment.authorization, payment);
    this.#write(writeLine(payment));
  }

  /** For one that can no longer be mined: it may be sent again. */
  forget(authorization: string): void {
    this.#payments.delete(authorization);
    this.#write(writeLine({ forgotten: authorization }));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #take(text: string, number: number): void {
    const line = readLine(text);
    if (line === undefined) throw new Error(`${this.#file} is damaged in line ${number}`);
    this.#payments.delete('forgotten' in line ? line.forgotten : line.authorization);
    if (!('forgotten' in line)) this.#payments.set(line.authorization, line);
  }

  #write(line: string): void {
    writeSync(this.#descriptor, `${line}\n`);
    fsyncSync(this.#descriptor);
    this.#lines++;
    if (this.#lines <= 2 * KEPT_MINED || this.#lines <= 2 * this.#payments.size) return;
    closeSync(this.#descriptor);
    this.#descriptor = this.#rewrite();
  }

  #rewrite(): number {
    const mined = [...this.#payments.values()].filter((payment) => payment.mined !== undefined);
    for (const { authorization } of mined.slice(0, -KEPT_MINED)) this.#payments.delete(authorization);
    const fresh = `${this.#file}.new`;
    const descriptor = openSync(fresh, 'w', 0o600);
    for (const payment of this.#payments.values()) writeSync(descriptor, `${writeLine(payment)}\n`);
    fsyncSync(descriptor);
    renameSync(fresh, this.#file);
    this.#lines = this.#payments.size;
    return descriptor;
  }
}

/** Whole lines: one that was cut off by a kill was not acted upon. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

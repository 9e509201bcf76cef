import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type JournalLine, readLine, writeLine } from './journal-line.js';
import type { SentPayment } from './sent-payment.js';

/** The most mined payments that are kept to answer repeats at once. Older ones are found on the chain. */
const KEPT_MINED = 10_000;
/** A descriptor that no file has. The number of a closed file may meanwhile belong to another one. */
const CLOSED = -1;

/**
 * Payments, written to disk before they are sent: after a kill the same transaction is sent again instead of
 * a second one. The file has a line for each change. Lines that no longer count are removed when it is
 * opened, and once it has over 20,000 lines and more than twice as many as count.
 */
export class PaymentJournal {
  readonly #payments = new Map<string, SentPayment>();
  readonly #directory: string;
  readonly #file: string;
  #descriptor = CLOSED;
  #bytes = 0;
  #lines = 0;

  /**
   * @throws Error when a line of the file in the directory is damaged, unless it is the last and was cut off
   */
  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, 'payments.jsonl');
    for (const [at, line] of linesOf(this.#file).entries()) this.#take(line, at + 1);
    this.#rewrite();
  }

  get(authorization: string): SentPayment | undefined {
    return this.#payments.get(authorization);
  }

  /** Pending payments, ascending by nonce. */
  open(): readonly SentPayment[] {
    return [...this.#payments.values()]
      .filter(({ mined }) => mined === undefined)
      .sort((one, other) => one.nonce - other.nonce);
  }

  /** Writes a payment to disk. @throws Error when it cannot be written; it is not noted then. */
  note(payment: SentPayment): void {
    this.#write(payment);
  }

  /**
   * Forgets a payment that can no longer be mined, so that its authorization may be sent again.
   * @throws Error as `note` does.
   */
  forget(authorization: string): void {
    this.#write({ forgotten: authorization });
  }

  /** Closes the file. After this `note` and `forget` throw. */
  close(): void {
    closeSync(this.#descriptor);
    this.#descriptor = CLOSED;
  }

  #take(text: string, number: number): void {
    const line = readLine(text);
    if (line === undefined) throw new Error(`${this.#file} is damaged in line ${number}`);
    this.#remember(line);
  }

  #remember(line: JournalLine): void {
    this.#payments.delete('forgotten' in line ? line.forgotten : line.authorization);
    if (!('forgotten' in line)) this.#payments.set(line.authorization, line);
  }

  #write(line: JournalLine): void {
    if (this.#lines > 2 * KEPT_MINED && this.#lines > 2 * this.#payments.size) this.#rewrite();
    this.#append(`${writeLine(line)}\n`);
    this.#remember(line);
  }

  /** Appends all of the text or nothing: the next line must not follow a part of this one. */
  #append(text: string): void {
    const bytes = Buffer.from(text);
    try {
      const written = writeSync(this.#descriptor, bytes, 0, bytes.length, this.#bytes);
      if (written < bytes.length) throw new Error(`${this.#file} cannot be written: is the disk full?`);
      fsyncSync(this.#descriptor);
    } catch (error) {
      if (this.#descriptor !== CLOSED) ftruncateSync(this.#descriptor, this.#bytes);
      throw error;
    }
    this.#bytes += bytes.length;
    this.#lines++;
  }

  #rewrite(): void {
    const mined = [...this.#payments.values()].filter((payment) => payment.mined !== undefined);
    for (const { authorization } of mined.slice(0, -KEPT_MINED)) this.#payments.delete(authorization);
    const text = [...this.#payments.values()].map((payment) => `${writeLine(payment)}\n`).join('');
    const fresh = `${this.#file}.new`;
    const descriptor = openSync(fresh, 'w', 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
      renameSync(fresh, this.#file);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    if (this.#descriptor !== CLOSED) closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#bytes = Buffer.byteLength(text);
    this.#lines = this.#payments.size;
    syncDirectory(this.#directory);
  }
}

/** Makes a rename in the directory durable. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The whole lines of the file. The payment of a last line that a kill cut off was not sent. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

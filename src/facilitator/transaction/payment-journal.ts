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

/** Mined payments that are kept to answer repeats at once; older ones are found on the chain. */
const KEPT_MINED = 10_000;
/** No file has this number; that of a closed file may belong to another one by then. */
const CLOSED = -1;

/**
 * Payments that were sent, on disk before they are: after a kill the same transaction is handed over again instead of a second one.
 * A file of lines; what no longer counts is left out when it is next opened, or has grown twice as long as what does.
 */
export class PaymentJournal {
  readonly #payments = new Map<string, SentPayment>();
  readonly #directory: string;
  readonly #file: string;
  #descriptor = CLOSED;
  #bytes = 0;
  #lines = 0;

  /** @throws Error when the file of the directory is damaged elsewhere than in its last line. */
  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, 'payments.jsonl');
    for (const [at, line] of linesOf(this.#file).entries()) this.#take(line, at + 1);
    this.#rewrite();
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

  /** Returns when it is on disk. @throws Error when it cannot be put there: then it is not noted. */
  note(payment: SentPayment): void {
    this.#write(payment);
  }

  /** For one that can no longer be mined: it may be sent again. @throws Error as `note` does. */
  forget(authorization: string): void {
    this.#write({ forgotten: authorization });
  }

  /** After this nothing can be noted. */
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

  /** All of it or nothing: the next line must not follow upon a part of this one. */
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

/** A file that took the name of another has it for good after this. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
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

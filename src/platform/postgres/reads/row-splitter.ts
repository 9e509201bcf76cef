import { EventEmitter } from 'node:events';
import type { DriverConnection } from './driver-connection.js';

/** Of a message: its code, and its length, which counts itself. */
const HEADER_BYTES = 5;
const DATA_ROW = 'D'.charCodeAt(0);
/** Before the rows of every statement; the driver does nothing with it. */
const BIND_COMPLETE = '2'.charCodeAt(0);

/** Takes the rows of an answer as the server sent them. */
export interface RowSink {
  /** @param at of the number of columns; the sink may write to the row until it returns */
  takeRow(bytes: Buffer, at: number): void;
}

/** Hands the rows of an answer to whoever waits for them. Every other message goes to the driver. */
export class RowSplitter {
  /** Absent where the driver makes the rows. */
  sink: RowSink | undefined;
  readonly #driver = new EventEmitter();
  /** The beginning of a message. */
  #parts: Buffer[] = [];
  #partsBytes = 0;
  #neededBytes = HEADER_BYTES;

  constructor(connection: DriverConnection) {
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(this.#driver);
      stream.on('data', (chunk: Buffer) => this.#take(chunk));
    };
  }

  #take(chunk: Buffer): void {
    this.#partsBytes += chunk.length;
    if (this.#partsBytes < this.#neededBytes) {
      this.#parts.push(chunk);
      return;
    }
    const bytes = this.#parts.length === 0 ? chunk : Buffer.concat([...this.#parts, chunk]);
    const end = this.#split(bytes);
    this.#parts = end < bytes.length ? [bytes.subarray(end)] : [];
    this.#partsBytes = bytes.length - end;
  }

  /**
   * INVARIANT: the driver gets whole messages in the order in which they came, so it has handled all before a row when the row is taken.
   * @returns the beginning of what is not whole
   */
  #split(bytes: Buffer): number {
    let handed = 0;
    let at = 0;
    this.#neededBytes = HEADER_BYTES;
    const handUntil = (end: number) => {
      if (handed < end) this.#driver.emit('data', bytes.subarray(handed, end));
      handed = end;
    };
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.#neededBytes = end - at;
        break;
      }
      const code = bytes[at];
      if (this.sink && (code === DATA_ROW || code === BIND_COMPLETE)) {
        handUntil(at);
        // The driver may have ended the statement meanwhile.
        if (code === DATA_ROW) this.sink?.takeRow(bytes, at + HEADER_BYTES);
        handed = end;
      }
      at = end;
    }
    handUntil(at);
    return at;
  }
}

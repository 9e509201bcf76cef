import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Turns } from '../../../platform/queue/turns.js';
import { tooManyAtOnce } from '../../refusal/record-refusals.js';
import { WrittenRecord } from '../record/written-record.js';
import { ApiResponse } from './api-response.js';

/** Rows that are written at a time, and beyond which a list makes an answer large. */
export const ROWS_AT_ONCE = 1_000;
/** Large answers in memory, of some 40 MB each, and requests that wait for one to leave. */
const LARGE_AT_ONCE = 2;
const WAITING = 4;
/** Rows of the beginning: more than a reader is shown. */
const ROWS_OF_BEGINNING = 100;

/** A record with one long list, which is its last field. */
interface LongList<T extends object> {
  readonly block: number;
  /** The record without the rows of its list. */
  readonly head: T;
  readonly list: keyof T & string;
  readonly count: number;
  /** Rows from index `from` up to before `to`. */
  rows(from: number, to: number): readonly object[];
}

/**
 * Makes large answers: lists whose rows anybody can multiply on the chain. Only few are in memory at a time,
 * and other requests run while one is written.
 */
@Injectable()
export class LargeAnswers {
  readonly #turns = new Turns(LARGE_AT_ONCE, WAITING);

  /**
   * @param read reads what is to be written, once there is a place for it
   * @throws Refusal if too many are being made or sent
   */
  async answer<T extends object>(read: () => Promise<LongList<T>>): Promise<ApiResponse<T>> {
    const end = await this.#turns.take();
    if (!end) throw tooManyAtOnce();
    try {
      const { block, head, list, count, rows } = await read();
      const texts: string[] = [];
      for (let at = 0; at < count; at += ROWS_AT_ONCE) {
        texts.push(JSON.stringify(rows(at, Math.min(at + ROWS_AT_ONCE, count))).slice(1, -1));
        await setImmediate();
      }
      const { [list]: _, ...others } = head;
      const json = `${JSON.stringify(others).slice(0, -1)},"${list}":[${texts.join()}]}`;
      const first = [...rows(0, Math.min(ROWS_OF_BEGINNING, count))];
      first.length = count;
      return ApiResponse.large(new WrittenRecord<T>(json, { ...head, [list]: first }), block, end);
    } catch (error) {
      end();
      throw error;
    }
  }
}

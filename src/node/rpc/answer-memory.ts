import { getHeapStatistics } from 'node:v8';

/** Answers up to this size take little memory, whatever they say. */
const SMALL_BYTES = 1024 * 1024;
const PAGE_BYTES = 4096;
const PAGES = 128;
/** A block with its traces takes a tenth of it. */
const USUAL = 64 * 1024 * 1024;
const MOST = 512 * 1024 * 1024;
/** How much of the heap answers may fill. */
const SHARE_OF_HEAP = 0.85;

/** Of the text and of the strings in it, for each byte. */
const BYTES_FOR_A_BYTE = 2;
/** Of an empty object, and of an entry of one with many names. */
const BYTES_FOR_A_VALUE = 80;

/** Whether a JSON text may be parsed: values of two bytes each would take forty times the memory of the text. */
export function fitsInMemory(text: Uint8Array): boolean {
  if (text.length <= SMALL_BYTES) return true;
  const needed = memoryOf(text);
  if (needed <= USUAL) return true;
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return needed <= MOST && used + needed <= SHARE_OF_HEAP * limit;
}

/** About how many bytes of memory a JSON text takes once it is parsed, from random pages of it. */
export function memoryOf(text: Uint8Array): number {
  let values = 0;
  for (let page = 0; page < PAGES; page++) {
    const from = Math.floor(Math.random() * (text.length - PAGE_BYTES));
    for (let at = from; at < from + PAGE_BYTES; at++) if (beginsValue(text[at]!)) values++;
  }
  const all = (values / (PAGES * PAGE_BYTES)) * text.length;
  return text.length * BYTES_FOR_A_BYTE + all * BYTES_FOR_A_VALUE;
}

/** Commas and opening brackets. */
function beginsValue(byte: number): boolean {
  return byte === 0x2c || byte === 0x5b || byte === 0x7b;
}

import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { Hex } from '../../../domain/chain/hex.js';

const DIGITS = 8;

/** Each selector of a list (`0x` and eight characters each) as four bytes. */
export function selectorBytes(list: Hex): Buffer[] {
  const bytes = fromHex(list);
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.subarray(4 * index, 4 * index + 4));
}

/** Each selector of such a list as `0x` hex. */
export function selectorTexts(list: Hex): Hex[] {
  const texts: Hex[] = [];
  for (let at = 2; at < list.length; at += DIGITS) texts.push(`0x${list.slice(at, at + DIGITS)}`);
  return texts;
}

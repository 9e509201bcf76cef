import type { Hex } from '../../../domain/chain/hex.js';

const DIGITS = 8;

/** Number of selectors in a list: `0x` and eight hex digits for each. */
export const selectorCount = (list: Hex): number => (list.length - 2) / DIGITS;

/** Each selector of such a list as `0x` hex. */
export function selectorTexts(list: Hex): Hex[] {
  const texts: Hex[] = [];
  for (let at = 2; at < list.length; at += DIGITS) texts.push(`0x${list.slice(at, at + DIGITS)}`);
  return texts;
}

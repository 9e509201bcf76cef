import type { Hex } from '../../../domain/chain/hex.js';

const DIGITS = 8;

/** Each selector of a list (`0x` and eight characters each) as a number. */
export function selectorNumbers(list: Hex): number[] {
  const numbers: number[] = [];
  for (let at = 2; at < list.length; at += DIGITS)
    numbers.push(Number.parseInt(list.slice(at, at + DIGITS), 16));
  return numbers;
}

/** Each selector of such a list as `0x` hex. */
export function selectorTexts(list: Hex): Hex[] {
  const texts: Hex[] = [];
  for (let at = 2; at < list.length; at += DIGITS) texts.push(`0x${list.slice(at, at + DIGITS)}`);
  return texts;
}

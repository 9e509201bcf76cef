import { isUtf8 } from 'node:buffer';

/**
 * Everything that does not show as itself: control characters, joiners and bidi marks, line separators, unassigned
 * and private characters, lone surrogates, and the backslash that announces all of them.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\\]/gu;

/** Text that a terminal may show: one line, left to right, whatever an attacker put into it. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (character === '\\') return '\\\\';
    return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
  });
}

/**
 * Chain text as a terminal may show it: UTF-8, with `\xNN` for every byte that is not part of a character and
 * `\u{N}` for characters that would not show. Different bytes give different texts.
 */
export function displayText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return visibleText(Buffer.from(bytes).toString('utf8'));
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    text +=
      character === undefined ? `\\x${hex(bytes[at] as number)}` : visibleText(character.toString('utf8'));
    at += character?.length ?? 1;
  }
  return text;
}

function characterAt(bytes: Uint8Array, at: number): Buffer | undefined {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    const candidate = bytes.subarray(at, at + length);
    if (isUtf8(candidate)) return Buffer.from(candidate);
  }
  return undefined;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

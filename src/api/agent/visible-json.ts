/**
 * Characters that are invisible or change their neighbours' display: control, format, ignorable and private characters, and line
 * separators.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * JSON in which every character is visible, so that no text can break out of its quotes, reverse a line or
 * hide.
 */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

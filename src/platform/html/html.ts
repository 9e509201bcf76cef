const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls other than line breaks, marks of direction, joiners, fillers and private characters: they change what is read, unseen. */
const UNSEEN = /(?!\n)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Text as HTML shows it, in elements and attributes. Characters that cannot be seen are written `\u…`. */
export function escapeHtml(text: string): string {
  return text
    .replace(UNSEEN, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Markup. The expressions of a template are escaped unless they are markup themselves, or lists of it. */
export class Html {
  constructor(readonly text: string) {}
}

export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return new Html(parts.map((part, at) => part + written(values[at])).join(''));
}

function written(value: string | number | Html | readonly Html[] | undefined): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}

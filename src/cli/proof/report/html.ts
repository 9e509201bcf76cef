const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in elements and attributes; what is neither printable ASCII nor a line break becomes a question mark. */
export function escapeHtml(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/g, '?').replace(/[&<>"']/g, (character) => ENTITIES[character]!);
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

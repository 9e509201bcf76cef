import { useEffect, useRef } from 'preact/hooks';

interface MarkupPolicy {
  createHTML(text: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: MarkupPolicy): MarkupPolicy;
}

/** The document of a report is the only markup that the pages insert. Their policy runs no script in it. */
const policy: MarkupPolicy = (() => {
  const rules = { createHTML: (text: string) => text };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('report', rules) ?? rules;
})();

/** A document of the service with its own style, apart from that of the pages, on the screen and on paper. */
export function Sheet({ document: text }: { readonly document: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parsed = new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
    const style = parsed.querySelector('style')?.textContent ?? '';
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(style)];
    root.replaceChildren(...parsed.body.querySelector('main')!.childNodes);
    // The `@page` rule works only for the whole document.
    document.adoptedStyleSheets = [sheetOf(/^@page .*$/m.exec(style)?.[0] ?? '')];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, [text]);
  return <div class="sheet-host" ref={host} />;
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

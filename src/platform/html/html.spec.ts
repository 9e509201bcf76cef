import { describe, expect, it } from '@jest/globals';
import { escapeHtml, html } from './html.js';

describe('html', () => {
  it('escapes what is put into it, and not what is markup', () => {
    const hostile = `<script>alert("x")</script>'&`;
    const written = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;';
    expect(html`<td title="${hostile}">${hostile}</td>`.text).toBe(`<td title="${written}">${written}</td>`);
    expect(html`<ul>${[html`<li>${hostile}</li>`, html`<li>2</li>`]}</ul>`.text).toBe(
      `<ul><li>${written}</li><li>2</li></ul>`,
    );
  });

  it('shows what could turn text around or hide it, and keeps letters of every script', () => {
    expect(escapeHtml('a\u202eb\u0000c\u200bd\u00e9\n\u{e0041}')).toBe(
      'a\\u202eb\\u0000c\\u200bd\u00e9\n\\ue0041',
    );
  });
});

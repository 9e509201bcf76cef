import { visible } from '../text/visible.js';

/**
 * Text that anybody could write to the chain: inert, isolated in its direction, with invisible characters
 * written out.
 */
export function ChainText({ text, longest = 80 }: { readonly text: string; readonly longest?: number }) {
  return (
    <bdi class="chain-text" title={text.length > longest ? visible(text, 1000) : undefined}>
      {visible(text, longest)}
    </bdi>
  );
}

import { expect, it } from '@jest/globals';
import { preparedBy } from './prepared-by.js';

it('writes a name into the empty cell of a report, as text', () => {
  const document = '<tr><td id="prepared-by"></td></tr>';
  expect(preparedBy(document, ' Ada & Co $& <b> ')).toBe(
    '<tr><td id="prepared-by">Ada &amp; Co $&amp; &lt;b&gt;</td></tr>',
  );
  expect(preparedBy(document, '\u202eada')).toContain('\\u202eada');
  expect(preparedBy(document, '')).toBe(document);
});

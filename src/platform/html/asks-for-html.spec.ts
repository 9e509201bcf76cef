import { describe, expect, it } from '@jest/globals';
import { asksForHtml } from './asks-for-html.js';

describe('the Accept header', () => {
  it.each([
    ['text/html'],
    ['TEXT/HTML; charset=utf-8'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['application/json, text/html;q=0.1'],
  ])('asks for HTML by %s', (accept) => expect(asksForHtml(accept)).toBe(true));

  it.each([
    [undefined],
    ['*/*'],
    ['application/json'],
    ['text/html;q=0'],
    ['application/json, text/html; Q=0.000'],
  ])('does not ask for HTML by %s', (accept) => expect(asksForHtml(accept)).toBe(false));
});

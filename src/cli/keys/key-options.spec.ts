import { describe, expect, it } from '@jest/globals';
import { expiryOption, keyId, keyName, planOption, wholeNumberOption } from './key-options.js';

describe('the options of keys', () => {
  it('give the values of valid texts', () => {
    expect([planOption('enriched-data'), planOption('intelligence')]).toEqual([
      'Enriched Data',
      'Intelligence',
    ]);
    expect(wholeNumberOption('600', '--requests', 1_000)).toBe(600);
    expect(expiryOption('2099-01-31')).toBe(Date.UTC(2099, 0, 31));
    expect(expiryOption('2099-01-31T12:30:00Z')).toBe(Date.UTC(2099, 0, 31, 12, 30));
    expect(keyId('17')).toBe(17);
  });

  it.each(['', ' '])('no key is named %j', (text) => {
    expect(() => keyName(text)).toThrow('<name> must not be empty');
  });

  it.each(['', 'gold', 'Intelligence', 'Enriched Data'])('no plan is called %p', (text) => {
    expect(() => planOption(text)).toThrow('--plan must be enriched-data or intelligence, and is');
  });

  it.each(['', '0', '-1', '1e3', '1.5', '01', ' 1', '1001', '99999999999999999999'])(
    '%p is no number of requests from 1 to 1000',
    (text) => {
      expect(() => wholeNumberOption(text, '--requests', 1_000)).toThrow(
        '--requests must be a whole number from 1 to 1000',
      );
    },
  );

  it.each([
    '',
    '2020-01-01',
    'tomorrow',
    '2099-13-01',
    '2099-02-30',
    '2099-1-1',
    '4102444800',
    '2099-01-01T00:00:00+02:00',
  ])('%p is no time to come in UTC', (text) => {
    expect(() => expiryOption(text)).toThrow('--expires must be a time to come in UTC');
  });

  it.each(['', '0', '1x', 'other', '-3', '9999999999'])('%p is no number of a key', (text) => {
    expect(() => keyId(text)).toThrow('<id> must be the number of a key');
  });
});

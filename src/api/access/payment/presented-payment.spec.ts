import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPayment } from './presented-payment.js';

const requirement = {
  ...({ scheme: 'exact', network: 'eip155:1', asset: `0x${'aa'.repeat(20)}`, amount: '5' } as const),
  ...{ payTo: `0x${'bb'.repeat(20)}`, maxTimeoutSeconds: 300, extra: { name: 'Dollar', version: '1' } },
};
const offer = { requirement, url: 'https://pay.test/a?b=c', description: 'A.' };
const authorization = {
  ...{ from: `0x${'Cc'.repeat(20)}`, to: requirement.payTo, value: '5', validAfter: '0' },
  ...{ validBefore: String(Math.floor(Date.now() / 1000) + 300), nonce: `0x${'dd'.repeat(32)}` },
};
const payment = {
  ...{ x402Version: 2, resource: { url: offer.url }, accepted: requirement },
  payload: { signature: `0x${'ee'.repeat(65)}`, authorization },
};
const read = (value: unknown) =>
  readPayment(Buffer.from(JSON.stringify(value) ?? '').toString('base64'), offer);

/** The value with something else at one path. */
function altered(value: unknown, path: readonly string[], other: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  const record = value as Record<string, unknown>;
  return { ...record, [key]: altered(record[key], rest, other) };
}

describe('a presented payment', () => {
  it('is known by payer, nonce and what was signed, in any letter case', () => {
    const presented = read(payment);
    if (typeof presented === 'string') throw new Error(presented);
    expect(presented.payer).toBe(`0x${'cc'.repeat(20)}`);
    expect(presented.nonce.toString('hex')).toBe('dd'.repeat(32));
    const again = read(altered(payment, ['payload', 'authorization', 'nonce'], `0x${'DD'.repeat(32)}`));
    expect(again).toMatchObject({ digest: presented.digest });
    const other = read(altered(payment, ['payload', 'signature'], `0x${'ef'.repeat(65)}`));
    if (typeof other === 'string') throw new Error(other);
    expect(other.digest.equals(presented.digest)).toBe(false);
  });

  it('is passed on with the fields that were read, and nothing else', () => {
    // Deeper than JSON.stringify can write.
    const header = `{"extensions":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}},${JSON.stringify(payment).slice(1)}`;
    const presented = readPayment(Buffer.from(header).toString('base64'), offer);
    if (typeof presented === 'string') throw new Error(presented);
    expect(JSON.parse(JSON.stringify(presented.payload))).toEqual({
      ...payment,
      resource: { url: offer.url, description: 'A.', mimeType: 'application/json' },
    });
  });

  it.each([
    ['payload', 'permit2Authorization'],
    ['payload', 'authorization', 'deadline'],
  ])('is refused with other fields beside its authorization (%s %s)', (...path) => {
    expect(read(altered(payment, path, {}))).toMatch(/no signed transfer authorization/);
  });

  it('is refused with a reason, never with an error, whatever is sent', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readPayment(text, offer) === 'string'));
    fc.assert(fc.property(fc.json(), (text) => typeof read(JSON.parse(text)) === 'string'));
  });

  it('is refused with another value in any field that matters', () => {
    const places = [
      ['x402Version'],
      ['resource', 'url'],
      ...Object.keys(requirement).map((key) => ['accepted', key]),
      ['accepted', 'extra', 'name'],
      ['payload', 'signature'],
      ...Object.keys(authorization).map((key) => ['payload', 'authorization', key]),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, other) => {
        const text = typeof other === 'string' && /^(\d+|0x.*)$/.test(other);
        return text || typeof read(altered(payment, place, other)) === 'string';
      }),
    );
  });
});

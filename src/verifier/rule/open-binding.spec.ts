import { expect, it } from '@jest/globals';
import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import { openBinding } from './open-binding.js';

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

/** A registry with so many entries, the first of which has so many fields. */
function registryOf(entries: number, fields: number) {
  const named = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, 'x']));
  const content = {
    versions: [{ version: '1.0.0', validFrom: 0 }],
    entries: Array.from({ length: entries }, (_, at) => ({
      key: addressOf(at),
      added: '1.0.0',
      ...(at === 0 && named),
    })),
  };
  return { ...content, digest: digestText(canonicalJson(content)) } as Parameters<typeof openBinding>[1];
}

it('a registry with very many fields is read', () => {
  expect(openBinding('own', registryOf(1, 200_000))).toMatchObject({ id: 'own' });
});

it('only the first of very many errors is looked for', () => {
  expect(openBinding('own', registryOf(20_000, 20_000))).toBe(
    'entries[1] has no f0, one of the fields of this binding',
  );
});

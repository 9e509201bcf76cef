import { expect, it } from '@jest/globals';
import { withoutSecrets } from './without-secrets.js';

const KEY = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';

it.each([
  [`https://provider.example/v3/${KEY}`, KEY],
  [`https://provider.example/${KEY}/eth/mainnet`, KEY.toUpperCase()],
  [`https://provider.example/?apikey=${KEY}`, KEY],
  ['https://provider.example/?token=a%2Bb%2Fc%3D%3D', 'a+b/c=='],
  [`https://${KEY}.provider.example`, KEY],
  ['https://someone:p%40ss%25@provider.example', 'p@ss%'],
  ['https://someone:p%40ss%25@provider.example', 'p%40ss%25'],
  ['https://someone@provider.example', 'someone'],
  ['https://someone:p%40ss%25@provider.example', 'c29tZW9uZTpwQHNzJQ=='],
  ['https://provider.example/quite-secret', 'quite-secret'],
])('a text about %s loses %s', (url, secret) => {
  const said = withoutSecrets(new URL(url))(`invalid key ${secret}: mainnet is not allowed for "${secret}"`);
  expect(said).toBe('invalid key …: mainnet is not allowed for "…"');
});

it('keeps its words otherwise', () => {
  const said = 'missing trie node for v3 of mainnet';
  expect(withoutSecrets(new URL('https://provider.example/v3/mainnet/'))(said)).toBe(said);
  expect(withoutSecrets(new URL('https://provider.example/'))(said)).toBe(said);
});

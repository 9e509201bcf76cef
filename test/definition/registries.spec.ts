import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readBindings } from '../../src/definition/binding/read-bindings.js';
import type { BindingText } from '../../src/definition/schema/binding.schema.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { publishedLists } from '../resolve/published-lists.js';
import { standing, wrongNames } from './registry-names.js';

const DIRECTORY = 'definitions/bindings';
const bindings = readBindings([DIRECTORY]);
const of = (id: string) => standing(bindings.get(id)!);
const namesOf = (id: string) => new Map([...of(id)].map(([key, { name }]) => [key, name!]));

const files = [DIRECTORY, `${DIRECTORY}/demo`].flatMap((directory) =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.yaml') && name !== 'fork-schedule.yaml')
    .map((name) => `${directory}/${name}`),
);

describe('the registries', () => {
  it.each(files)('%s names the source of each entry, and the day on which it was read', (file) => {
    const { sources, entries } = parse(readFileSync(file, 'utf8')) as BindingText;
    const today = new Date().toISOString().slice(0, 10);
    for (const { source } of entries) {
      const { what, read } = sources[source]!;
      expect(what.length).toBeGreaterThan(10);
      expect(new Date(`${read}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read);
      expect(read <= today).toBe(true);
    }
  });

  it.each(['listed-names', 'official-names', 'mixers'])(
    '%s gives no address its position in a list, or the name of another address',
    (id) => {
      expect(wrongNames(namesOf(id), bindings)).toEqual([]);
    },
  );

  it.each([
    ['Tornado Cash ETH 26', '0x07687e702b410fa43f4cb4af7fa097918ffd2730', 'a place in a list'],
    ['Tornado Cash USDC 02', '0x8589427373d6d84e98730d7795d8f6f8731fda16', 'a place in a list'],
    ['Uniswap V3: ENS 5', '0x92560c178ce069cc014138ed3c2f5221ba71f58a', 'a place in a list'],
    [
      'Tornado.Cash 10 ETH',
      '0x07687e702b410fa43f4cb4af7fa097918ffd2730',
      'the pool is Tornado.Cash 10000 DAI',
    ],
    [
      'Rocket Pool ETH',
      '0xec70dcb4a1efa46b8f2d97c310c9c4790ba5ffa8',
      'is the name of 0xae78736cd615f374d3085123a210448e74fc6393',
    ],
    [
      'Liquity',
      '0x7a9b272d0e88b73ae25c845705840ec2edb34f06',
      'is the name of 0x6dea81c8171d0ba574754ef6f8b412f2ed88c54d',
    ],
  ])('do not let %s be the name of %s', (name, address, what) => {
    expect(wrongNames(new Map([[address, name]]), bindings)).toEqual([`${address} ${name}: ${what}`]);
  });

  it('allow a number at the end of a name that belongs to it', () => {
    const names = new Map([
      ['0xbe0eb53f46cd790cd13851d5eff43d12404d33e8', 'Binance 7'],
      ['0x910cbd523d972eb0a6f4cae4618ad62622b39dbf', 'Tornado.Cash 10 ETH'],
    ]);
    expect(wrongNames(names, bindings)).toEqual([]);
  });

  it('name each pool of a mixer by its asset, and those of Tornado.Cash by its amount as well', () => {
    const pools = [...namesOf('mixers').values()];
    const form = /^(Tornado\.Cash (0\.1|10*|50*) [a-zA-Z]+( \(first\))?|Privacy Pools [a-zA-Z0-9]+|Railgun)$/;
    expect(pools.filter((name) => !form.test(name))).toEqual([]);
    expect(new Set(pools).size).toBe(pools.length);
    const ofTornado = pools.filter((name) => name.startsWith('Tornado'));
    const assets = ofTornado.map((name) => name.split(' ')[2]!);
    const count = (asset: string) => assets.filter((one) => one === asset).length;
    expect(['ETH', 'DAI', 'cDAI', 'USDC', 'cUSDC', 'USDT', 'WBTC'].map(count)).toEqual([4, 5, 6, 3, 3, 4, 3]);
  });

  it('mark names that governors give themselves, and no others', () => {
    const { entries } = parse(readFileSync(`${DIRECTORY}/listed-names.yaml`, 'utf8')) as BindingText;
    const ofTally = entries.filter(({ source }) => source === 'tally').map(({ key }) => key);
    expect(ofTally).toHaveLength(109);
    expect([...bindings.get('listed-names')!.selfDeclared!]).toEqual(ofTally);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('selfDeclared'))).toHaveLength(1);
  });

  it('caution only about addresses that have a name', () => {
    const named = new Set([...of('listed-names').keys(), ...of('official-names').keys()]);
    expect([...of('cautions').keys()].filter((key) => !named.has(key))).toEqual([]);
  });
});

const withLists = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

withLists('the registries and what was published (skipped where SHARED_DIR holds none)', () => {
  const lists = REFERENCE_DIRECTORY === undefined ? undefined : publishedLists(REFERENCE_DIRECTORY);
  const sourced = (id: string, source: RegExp) => {
    const { entries } = parse(readFileSync(`${DIRECTORY}/${id}.yaml`, 'utf8')) as BindingText;
    return entries.filter((entry) => source.test(entry.source)).map(({ key }) => key);
  };

  it('have only tokens from the lists that official names and assets cite', () => {
    for (const id of ['official-names', 'canonical-assets'])
      expect(sourced(id, /uniswap$|uniswap-and|eth-labels/).filter((key) => !lists!.tokens.has(key))).toEqual(
        [],
      );
  });

  it('flag only addresses from published lists of scams', () => {
    expect([...of('flagged-addresses').keys()].filter((key) => !lists!.scams.has(key))).toEqual([]);
  });

  it('have listed names as published, except those of pools', () => {
    const names = namesOf('listed-names');
    const wrong = sourced('listed-names', /chartalist|trueblocks|tally/).filter(
      (key) =>
        lists!.names.get(key) !== undefined &&
        lists!.names.get(key)!.replace('()', '').trim() !== names.get(key),
    );
    expect(wrong).toEqual([]);
  });
});

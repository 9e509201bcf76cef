import { describe, expect, it } from '@jest/globals';
import { BadPriceFile, parsePriceFile } from './price-file.js';

const NOW = 1_800_000_000;
const TOKEN = `0x${'aB'.repeat(20)}`;
const problemsOf = (text: string): string[] => {
  try {
    parsePriceFile(text, NOW);
  } catch (error) {
    if (error instanceof BadPriceFile) return error.message.split('\n');
    throw error;
  }
  return [];
};

describe('a file of prices', () => {
  it('is read line by line', () => {
    const file = `asset,time,usd\nETH,1715616000,2961.21\r\n${TOKEN},2024-05-13T16:00:00Z, 0.000001\n${TOKEN},2024-05-13T17:00Z,0\n`;
    expect(parsePriceFile(file, NOW)).toEqual([
      { asset: 'ETH', timestamp: 1_715_616_000, usd: '2961.21' },
      { asset: TOKEN.toLowerCase(), timestamp: 1_715_616_000, usd: '0.000001' },
      { asset: TOKEN.toLowerCase(), timestamp: 1_715_619_600, usd: '0' },
    ]);
    expect(parsePriceFile('\uFEFFasset,time,usd\n', NOW)).toEqual([]);
  });

  it.each([
    ['', 'line 1: must be asset,time,usd, and is ""'],
    ['asset;time;usd\nETH;1;1', 'line 1: must be asset,time,usd, and is "asset;time;usd"'],
    ['asset,time,usd\nETH,1', 'line 2: must have the three fields asset,time,usd, and has 2'],
    ['asset,time,usd\n\nETH,1,1', 'line 2: must have the three fields asset,time,usd, and has 1'],
    ['asset,time,usd\nETHER,1,1', 'line 2: asset must be ETH or the address of a token, and is "ETHER"'],
    ['asset,time,usd\nETH,1,-1', 'line 2: usd must be a decimal such as 2961.21, and is "-1"'],
    ['asset,time,usd\nETH,1,1e3', 'line 2: usd must be a decimal such as 2961.21, and is "1e3"'],
    [
      'asset,time,usd\nETH,1,2\nETH,1970-01-01T00:00:01Z,3',
      'line 3: prices the same asset at the same time as line 2',
    ],
  ])('is refused as %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem, 'nothing was imported']);
  });

  it.each(['1800000001', '2024-02-30T00:00Z', '2024-05-13 16:00:00', '2024-05-13T16:00:00+02:00', '1.5', ''])(
    'is refused with the time %j',
    (time) => {
      expect(problemsOf(`asset,time,usd\nETH,${time},1`)[0]).toMatch(/^line 2: time must be Unix seconds/);
    },
  );

  it('lists wrong lines, but only the first of very many', () => {
    const problems = problemsOf(`asset,time,usd\n${'ETH,1\n'.repeat(25)}`);
    expect(problems).toHaveLength(22);
    expect(problems.slice(-2)).toEqual(['and 5 more', 'nothing was imported']);
  });
});

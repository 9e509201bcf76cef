import { describe, expect, it } from '@jest/globals';
import { TtlValue } from './ttl-value.js';

describe('a refreshed value', () => {
  it('is read once for all who ask at a time, and is there at once after that', async () => {
    let readings = 0;
    const value = new TtlValue(async () => ++readings, 60_000);
    expect(await Promise.all([value.get(), value.get(), value.get()])).toEqual([1, 1, 1]);
    expect(value.get()).toBe(1);
  });

  it('is read again when it is too old', async () => {
    let readings = 0;
    const value = new TtlValue(async () => ++readings, 0);
    expect(await value.get()).toBe(1);
    expect(await Promise.all([value.get(), value.get()])).toEqual([2, 2]);
  });

  it('is not there where it cannot be read, and is tried again', async () => {
    let outage = true;
    const value = new TtlValue(async () => {
      if (outage) throw new Error('gone');
      return 'there';
    }, 60_000);
    await expect(value.get()).rejects.toThrow('gone');
    outage = false;
    expect(await value.get()).toBe('there');
  });
});

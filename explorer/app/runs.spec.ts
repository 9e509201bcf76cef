import { describe, expect, it } from '@jest/globals';
import { Runs } from './runs.js';

describe('runs', () => {
  it('end when they are stopped, and stay ended when another begins', () => {
    const runs = new Runs();
    const first = runs.begin();
    expect(first()).toBe(true);
    runs.stop();
    expect(first()).toBe(false);
    const second = runs.begin();
    expect([first(), second()]).toEqual([false, true]);
  });

  it('end when another begins', () => {
    const runs = new Runs();
    const first = runs.begin();
    runs.begin();
    expect(first()).toBe(false);
  });
});

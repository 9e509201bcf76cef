import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { LogMetrics } from './log-metrics.js';

it('a log that this process never saw signed has no size, and a time that every alert takes for too old', async () => {
  const registry = new Registry();
  const metrics = new LogMetrics(registry);
  const lines = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('chainproof_'));
  expect(await lines()).toEqual(['chainproof_log_signed_timestamp_seconds 0']);
  metrics.signed(17);
  expect(await lines()).toEqual([
    'chainproof_log_signed_entries 17',
    expect.stringMatching(/^chainproof_log_signed_timestamp_seconds \d{10}(\.\d+)?$/),
  ]);
});

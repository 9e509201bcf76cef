import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Gauge } from 'prom-client';
import { createMetricRegistry } from './metric-registry.js';

describe('the metric registry', () => {
  it('prints what every process has and what is registered with it, and nothing of another registry', async () => {
    const registry = createMetricRegistry();
    const other = createMetricRegistry();
    new Gauge({ name: 'chainproof_head_lag_blocks', help: 'Blocks behind.', registers: [registry] }).set(3);
    const printed = await registry.metrics();
    expect(printed).toMatch(/^process_resident_memory_bytes \d+$/m);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(printed).toContain(
      `chainproof_build_info{version="${version}",node="${process.versions.node}"} 1`,
    );
    expect(printed).toMatch(/^chainproof_head_lag_blocks 3$/m);
    expect(await other.metrics()).not.toContain('chainproof_head_lag_blocks');
  });
});

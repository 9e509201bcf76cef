import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { bundleJsonSchemas } from '../../src/verifier/bundle/json-schema.js';
import { bundleOf, chainWith, returning } from '../builder/call-bundles.js';
import { earlierBundles } from '../builder/earlier-bundles.js';

describe('the JSON Schemas of bundles', () => {
  let bundle: ValidateFunction;
  let call: ValidateFunction;
  beforeAll(() => {
    const schemas = bundleJsonSchemas();
    const ajv = new Ajv2020({ strict: false });
    bundle = ajv.compile(schemas.bundle);
    call = ajv.compile(schemas['call-bundle']);
  });

  it('accept what was exported at 26c10a8', () => {
    const refused = earlierBundles().filter((text) => !bundle(JSON.parse(text)));
    expect(refused).toEqual([]);
  });

  it('accept the bundle of a view call', async () => {
    const made = await bundleOf(await chainWith(returning('7')));
    expect([call(made), bundle(made)]).toEqual([true, false]);
  });

  it('accept nothing else', () => {
    const [text = ''] = earlierBundles();
    const refuses = (change: (copy: Record<string, never>) => void) => {
      const copy = JSON.parse(text);
      change(copy);
      return !bundle(copy);
    };
    expect(refuses(() => undefined)).toBe(false);
    expect(refuses((copy) => Object.assign(copy, { more: 1 }))).toBe(true);
    expect(refuses((copy) => Object.assign(copy, { format: 'chainproof-bundle-9' }))).toBe(true);
    expect(refuses((copy) => Object.assign(copy, { block: -1 }))).toBe(true);
    for (const key of Object.keys(JSON.parse(text)))
      expect([key, refuses((copy) => Reflect.deleteProperty(copy, key))]).toEqual([key, true]);
  });
});

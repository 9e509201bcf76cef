import { expect, it } from '@jest/globals';
import { readDefinitions } from '../../definition/read-definitions.js';
import { isRisk, OF_RISK_FAMILIES } from './risk.js';

it('knows a claim of every family that risks are of, or missing blocks would not count for one', () => {
  const { catalog } = readDefinitions(true);
  const risks = catalog.definitions.filter(({ id }) => isRisk(id));
  expect(risks.map(({ id }) => id)).toContain('role:mixer_pool');
  const families = catalog.definitions
    .filter(({ id }) => OF_RISK_FAMILIES.includes(id))
    .map(({ family }) => family);
  expect([...new Set(risks.map(({ family }) => family))].sort()).toEqual([...new Set(families)].sort());
});

import { describe, expect, it } from '@jest/globals';
import { consultedLists } from './consulted-list.dto.js';
import { Registries } from './registries.js';

const version = (name: string, retrieved: string, validFrom: number) => ({
  version: name,
  retrieved,
  validFrom,
});
const binding = {
  ...{ id: 'list', source: '', digest: 'sha256:x', fields: [], members: new Map() },
  versions: [version('1.0.0', '2026-01-01', 100), version('1.1.0', '2026-02-01', 200)],
};
const registries = new Registries(new Map([['list', { binding, usedBy: ['risk:listed'] }]]));
const at = (block: number, day: string) =>
  consultedLists(registries, ['risk:listed'], block, Date.parse(day));

describe('the lists that claims rest on', () => {
  it('are in the version that counts at the block, and have a warning after 30 days', () => {
    expect(at(199, '2026-01-31')).toMatchObject([{ version: '1.0.0', ageDays: 30 }]);
    expect(at(199, '2026-01-31')[0]).not.toHaveProperty('warning');
    expect(at(199, '2026-02-01')[0]?.warning).toMatch(/1\.0\.0 of 2026-01-01, 31 days ago/);
    expect(at(200, '2026-02-02')).toMatchObject([{ version: '1.1.0', ageDays: 1 }]);
  });

  it('are as old as the list itself, however late it was read', () => {
    const old = { ...binding, versions: [{ ...binding.versions[0]!, asOf: '2025-03-21' }] };
    const [found] = consultedLists(
      new Registries(new Map([['list', { binding: old, usedBy: ['risk:listed'] }]])),
      ...([['risk:listed'], 199, Date.parse('2026-01-02')] as const),
    );
    expect(found).toMatchObject({ asOf: '2025-03-21T00:00:00Z', ageDays: 287, warning: expect.any(String) });
  });

  it('name nothing before their first version, and are left out where nothing consults them', () => {
    expect(at(99, '2026-01-02')).toEqual([
      { id: 'list', digest: 'sha256:x', warning: expect.stringMatching(/block 99/) },
    ]);
    expect(consultedLists(registries, ['asset:erc20'], 199, 0)).toEqual([]);
  });
});

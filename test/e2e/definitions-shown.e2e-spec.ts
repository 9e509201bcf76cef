import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { readFixtures } from '../../src/definition/catalog/read-fixtures.js';
import type { Definition } from '../../src/definition/model/definition.js';
import { DEFINITIONS, readDefinitions } from '../../src/definition/read-definitions.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { KNOWN_CONTRACTS } from '../recorded/known-contracts.js';
import { useDemo } from './fixture/use-demo.js';

const PAGE = readFileSync(join(DEFINITIONS, 'shown.md'), 'utf8');
const { definitions } = readDefinitions(true).catalog;

/** Rows of the page's table: definition, address of the demo chain, and address of mainnet or its test. */
const ROWS = [...PAGE.matchAll(/^\| `([^`]+)` \| (.+) \| (.*) \|$/gm)].map(([, id, demo, mainnet]) => ({
  ...{ id: id!, demo: demo!, mainnet: mainnet! },
}));
/** Lines of the page's list, as `definition family`. */
const UNSHOWN = [...PAGE.matchAll(/^- `([^`]+)`: (.+)$/gm)].flatMap(([, id, families]) =>
  [...families!.matchAll(/`([^`]+)`/g)].map(([, family]) => `${id} ${family}`),
);

const fixtureOf = ({ id }: Definition): string => {
  const at = id.lastIndexOf(':');
  return join(DEFINITIONS, id.slice(0, at).replaceAll(':', '/'), `${id.slice(at + 1)}.fixture.yaml`);
};

describe('the page that says where definitions are shown', () => {
  const demo = useDemo();

  async function asked<T>(ask: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = createPool(demo.databaseUrl);
    try {
      return await ask(pool);
    } finally {
      await pool.end();
    }
  }

  const addressOf = (name: string): string => (name.startsWith('0x') ? name : demo.at(name));

  it('names every definition once', () => {
    expect(ROWS.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id).sort());
  });

  it('names for each an address of the demo chain for which it is proven', async () => {
    const claims = await asked(provenClaims);
    const wrong = ROWS.filter(({ id, demo: whom }) => {
      const [subject, object] = whom.split(' → ').map(addressOf) as [string, string | undefined];
      return !claims
        .get(subject)
        ?.some((claim) => claim.id === id && claim.object === (object?.slice(2) ?? ''));
    });
    expect(wrong).toEqual([]);
  });

  it('names a mainnet contract that is known for it, or a test about it', () => {
    const known = KNOWN_CONTRACTS.trim().split('\n');
    const wrong = ROWS.filter(({ id, mainnet }) => {
      const file = /^`(.+)`$/.exec(mainnet)?.[1];
      if (mainnet === '') return false;
      if (file) return !(existsSync(file) && readFileSync(file, 'utf8').includes(`'${id}'`));
      const line = known.find((text) => text.startsWith(`${mainnet} 0x`));
      const claims = line?.slice(line.indexOf(': ') + 2).split(', ') ?? [];
      return !claims.some((claim) => claim.split(/[ =]/)[0] === id);
    });
    expect(wrong).toEqual([]);
  });

  it('lists the families that carry no claim on the demo chain, each with a case that it proves', async () => {
    const { rows } = await asked((pool) =>
      pool.query<{ shown: string }>(
        `SELECT DISTINCT id || ' ' || (proof_text(proof_segment)::jsonb ->> 'selectedFamilyId') AS shown
       FROM proof_segment JOIN definition_number ON number = definition`,
      ),
    );
    const shown = new Set(rows.map((row) => row.shown));
    const all = definitions.flatMap(({ id, families }) => families.map((family) => `${id} ${family.id}`));
    expect([...UNSHOWN].sort()).toEqual(all.filter((one) => !shown.has(one)).sort());
    const proven = definitions.flatMap((definition) =>
      readFixtures(fixtureOf(definition)).flatMap(({ claims }) =>
        claims.map(({ family }) => `${definition.id} ${family}`),
      ),
    );
    expect(UNSHOWN.filter((one) => !proven.includes(one))).toEqual([]);
  });
});

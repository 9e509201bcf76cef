import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { allProjectors } from '../../src/cli/projectors.js';
import { ChainWriter } from '../../src/ingestion/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { BEGINNING, chainOfRecordings } from './chain-of-recordings.js';
import { recordedContracts } from './contracts.js';
import { KNOWN_CONTRACTS, namedContracts } from './known-contracts.js';
import { recordedReceipts } from './recorded-receipts.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/**
 * Of how many of the others the same is proven. What a contract is not called here was not recorded: pools were announced, pauses and
 * roles logged in blocks that are not among the recordings.
 */
const OTHERS = `
1 address_nature:contract, asset:erc721, derived:account_type:token, token:mintable_observed
1 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, relation:proxy_admin, token:permit, token:upgradeable
1 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, token:permit, token:upgradeable
1 address_nature:contract, derived:account_type:proxy, proxy:oz_v1, relation:implemented_by, relation:proxy_admin, token:permit, token:upgradeable
13 address_nature:contract, derived:account_type:proxy, proxy:eip1167, relation:implemented_by
2 address_nature:contract, derived:account_type:contract, token:pausable, token:permit
235 address_nature:contract, derived:account_type:contract
3 address_nature:contract, asset:erc20, derived:account_type:token
4 address_nature:contract, derived:account_type:contract, token:pausable
4 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, token:upgradeable
4 address_nature:contract, derived:account_type:proxy, proxy:oz_v1, relation:implemented_by, relation:proxy_admin, token:upgradeable
4 address_nature:contract, derived:account_type:smart_wallet, role:safe_wallet
43 address_nature:contract, derived:account_type:contract, token:permit
8 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, relation:proxy_admin, token:upgradeable
`;

recorded(
  '400 mainnet contracts with what they logged in recorded blocks (skipped where SHARED_DIR holds none)',
  () => {
    let database: TestDatabase;
    let pool: Pool;
    let claims: Awaited<ReturnType<typeof provenClaims>>;

    beforeAll(async () => {
      database = await createDatabase({ migrated: true });
      pool = createPool(database.url);
      const projectors = allProjectors({ firstBlock: BEGINNING, isDemo: false });
      const writer = await ChainWriter.open(pool, { projectors });
      try {
        const blocks = chainOfRecordings(recordedContracts(data), recordedReceipts(data));
        for (let at = 0; at < blocks.length; at += 50) await writer.append(blocks.slice(at, at + 50));
      } finally {
        writer.close();
      }
      claims = await provenClaims(pool);
    }, 120_000);

    afterAll(async () => {
      await pool?.end();
      await database?.drop();
    });

    it('are called what the world knows them as, and nothing else', () => {
      const lines = [...namedContracts()].map(
        ([address, name]) => `${name} ${address}: ${claims.get(address)!.map(claimText).join(', ')}`,
      );
      expect(lines.join('\n')).toBe(KNOWN_CONTRACTS.trim());
    });

    it('are called by what kinds there are of them, where nobody knows them by name', () => {
      const named = namedContracts();
      const counts = new Map<string, number>();
      for (const { address } of recordedContracts(data).filter(({ address }) => !named.has(address))) {
        const ids = [...new Set(claims.get(address)!.map(({ id }) => id))].join(', ');
        counts.set(ids, (counts.get(ids) ?? 0) + 1);
      }
      const lines = [...counts].map(([ids, count]) => `${count} ${ids}`).sort();
      expect(lines.join('\n')).toBe(OTHERS.trim());
    });
  },
);

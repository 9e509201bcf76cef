import { beforeAll, describe, expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { account, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';
import { type RecordedContract, recordedContracts } from './contracts.js';
import { KNOWN_CONTRACTS, namedContracts } from './known-contracts.js';
import { recordedReceipts } from './recorded-receipts.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/**
 * Number of recorded contracts, beyond the known ones, for which each claim is proven. Missing claims were not recorded: pools were announced,
 * pauses logged and roles granted in blocks that are not among the recordings.
 */
const OTHERS = `
1 address_nature:contract, asset:erc721, derived:account_type:token, token:mintable_observed
1 address_nature:contract, derived:account_type:contract, token:authorizations, token:pausable, token:permit
1 address_nature:contract, derived:account_type:contract, token:pausable, token:permit
1 address_nature:contract, derived:account_type:proxy, proxy:eip1167, relation:implemented_by, token:upgradeable
1 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, relation:proxy_admin, token:permit, token:upgradeable
1 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, token:permit, token:upgradeable
1 address_nature:contract, derived:account_type:proxy, proxy:oz_v1, relation:implemented_by, relation:proxy_admin, token:permit, token:upgradeable
10 address_nature:contract, derived:account_type:proxy, proxy:eip1167, relation:implemented_by, relation:royalty_receiver
2 address_nature:contract, derived:account_type:proxy, proxy:eip1167, relation:implemented_by
229 address_nature:contract, derived:account_type:contract
3 address_nature:contract, asset:erc20, derived:account_type:token
4 address_nature:contract, derived:account_type:contract, token:pausable
4 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, token:upgradeable
4 address_nature:contract, derived:account_type:proxy, proxy:oz_v1, relation:implemented_by, relation:proxy_admin, token:upgradeable
4 address_nature:contract, derived:account_type:smart_wallet, relation:implemented_by, role:safe_wallet, token:upgradeable
43 address_nature:contract, derived:account_type:contract, token:permit
6 address_nature:contract, derived:account_type:proxy, relation:implemented_by, token:upgradeable
8 address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by, relation:proxy_admin, token:upgradeable
`;

/** Definitions that execute code. The few recorded slots do not suffice: the made chain has zero for all others, unlike mainnet. */
const EXECUTED: ReadonlySet<string> = new Set([
  ...['control:ownable', 'control:ownership_renounced', 'relation:owned_by'],
  ...['relation:has_role_holder', 'relation:safe_owner', 'relation:safe_module'],
]);

recorded(
  '400 mainnet contracts with what they logged in recorded blocks (skipped where SHARED_DIR holds none)',
  () => {
    let claims: Awaited<ReturnType<typeof claimsOfChain>>;

    beforeAll(async () => {
      const received = recordedReceipts(data);
      const numbers = [...new Set(received.map(({ block }) => block))];
      const proven = await claimsOfChain(
        recordedContracts(data).map(accountOf),
        numbers.map((number) => received.filter(({ block }) => block === number)),
      );
      claims = new Map(
        [...proven].map(([subject, own]) => [subject, own.filter(({ id }) => !EXECUTED.has(id))]),
      );
    });

    it('are proven to be what they are known as, and nothing else', () => {
      const lines = [...namedContracts()].map(
        ([address, name]) => `${name} ${address}: ${claims.get(address)!.map(claimText).join(', ')}`,
      );
      expect(lines.join('\n')).toBe(KNOWN_CONTRACTS.trim());
    });

    it('are of the expected kinds, if they are not known by name', () => {
      const named = namedContracts();
      const counts = new Map<string, number>();
      for (const { address } of recordedContracts(data).filter(({ address }) => !named.has(address))) {
        const ids = [...new Set(claims.get(address)!.map(({ id }) => id))].join(', ');
        counts.set(ids, (counts.get(ids) ?? 0) + 1);
      }
      const lines = [...counts].map(([ids, count]) => `${count} ${ids}`).sort();
      expect(lines.join('\n')).toBe(OTHERS.trim());
    });

    it('prove of others what was recorded completely: the addresses in deposits', () => {
      const reported = [...claims.values()].flat().map((claim) => ({ ...claim, text: claimText(claim) }));
      const ofId = (wanted: string) =>
        reported.filter(({ id }) => id === wanted).map(({ subject, text }) => `${subject} ${text}`);
      // Three accounts set names in these blocks, but the registry and resolvers to call are not recorded.
      expect(ofId('identity:ens_primary_name')).toEqual([]);
      expect(ofId('role:validator_withdrawal_address')).toEqual([
        '0x210b3cb99fa1de0a64085fa80e18c22fe4722a1b role:validator_withdrawal_address',
        '0xb23c002bc65c6bb539aad4c11d606ef4f5502c93 role:validator_withdrawal_address',
        '0xcb38eddeacfad28255d1bbb2d5fae8cc7d1f4027 role:validator_withdrawal_address',
      ]);
      // The precompiles 1 to 17, and P-256.
      expect(ofId('address_nature:precompile')).toHaveLength(18);
    });
  },
);

function accountOf({ address, code, storage }: RecordedContract) {
  const slots = Object.entries(storage).map(([slot, after]) => ({
    ...{ slot: word(slot), before: Buffer.alloc(32), after: word(after) },
  }));
  return account(fromHex(address), `0x${code.toString('hex')}`, slots);
}

const word = (hex: string): Buffer => fromHex(`0x${hex.slice(2).padStart(64, '0')}`);

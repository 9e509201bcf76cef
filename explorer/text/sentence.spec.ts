import { describe, expect, it } from '@jest/globals';
import { kindSentence, type Piece, risksOf } from './sentence.js';

const claim = (id: string, value?: string) => ({ id, title: id, ...(value !== undefined && { value }) });
const text = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.address)).join('');

describe('the sentence of an address', () => {
  it('names the most telling kind, who controls it, and what it can do', () => {
    const attributes = [
      'address_nature:contract',
      'asset:erc20',
      'token:pausable',
      'token:mintable_observed',
    ].map((id) => claim(id));
    const relations = [{ ...claim('relation:owned_by'), counterpart: '0x12', since: '26 Apr 2026' }];
    expect(text(kindSentence(attributes, relations))).toBe(
      'An ERC-20 token, owned by 0x12 since 26 Apr 2026. It can be paused and was minted after its creation.',
    );
  });

  it('calls an account as the title of its definition does', () => {
    expect(text(kindSentence([claim('address_nature:eoa')], []))).toBe('An externally owned account.');
  });

  it('says paused in place of pausable', () => {
    const attributes = ['asset:erc20', 'token:pausable', 'token:paused'].map((id) => claim(id));
    expect(text(kindSentence(attributes, []))).toBe('An ERC-20 token. It is paused.');
  });

  it('names two of many owners', () => {
    const owners = ['0x1', '0x2', '0x3'].map((counterpart) => ({
      ...claim('relation:safe_owner'),
      counterpart,
    }));
    expect(text(kindSentence([claim('role:safe_wallet')], owners))).toBe(
      'A Safe wallet, with the owners 0x1, 0x2 and 1 more.',
    );
  });

  it('says how many owners must sign', () => {
    const owners = ['0x1', '0x2'].map((counterpart) => ({
      ...claim('relation:safe_owner'),
      value: '1',
      counterpart,
    }));
    expect(text(kindSentence([claim('role:safe_wallet')], owners))).toBe(
      'A Safe wallet, with the owners 0x1, 0x2, of whom 1 must sign.',
    );
  });

  it('names the modules of a Safe, which act without its owners', () => {
    const owner = { ...claim('relation:safe_owner', '1'), counterpart: '0x1' };
    const modules = ['0x2', '0x3'].map((counterpart) => ({ ...claim('relation:safe_module'), counterpart }));
    const sentence = (relations: Parameters<typeof kindSentence>[1]) =>
      text(kindSentence([claim('role:safe_wallet')], relations));
    expect(sentence([owner, modules[0]!])).toBe(
      'A Safe wallet, with the owner 0x1, with the module 0x2, which needs no signature.',
    );
    expect(sentence([owner, ...modules])).toBe(
      'A Safe wallet, with the owner 0x1, with the modules 0x2, 0x3, which need no signature.',
    );
  });

  it('names both tokens of a pool', () => {
    const tokens = ['relation:pool_token0', 'relation:pool_token1'].map((id, at) => ({
      ...claim(id),
      counterpart: `0x${at}`,
      since: '26 Apr 2026',
    }));
    expect(text(kindSentence([claim('role:dex_pool')], tokens))).toBe(
      'A pool of an exchange, for the tokens 0x0, 0x1.',
    );
  });

  it('says how many owners of a multisig must confirm', () => {
    const owners = ['0x1', '0x2'].map((counterpart) => ({
      ...claim('relation:multisig_owner'),
      value: '2',
      counterpart,
    }));
    expect(text(kindSentence([claim('address_nature:contract')], owners))).toBe(
      'A contract, with the owners 0x1, 0x2, of whom 2 must confirm.',
    );
  });

  it('names the coin whose issuer froze an address', () => {
    const [risk] = risksOf([claim('risk:frozen_by_issuer', 'EURC')]);
    expect(risk?.says).toBe('Frozen by the issuer of EURC');
  });

  it('does not call an address an account where nothing is proven', () => {
    expect(text(kindSentence([], []))).toBe('Nothing is proven of what this address is.');
  });

  it('puts the gravest risk first, and leaves none out', () => {
    const risks = risksOf(
      [
        'risk:usdt_blacklisted',
        'risk:new_kind',
        'asset:erc20',
        'role:mixer_pool',
        'risk:sanctioned_ofac',
      ].map((id) => claim(id)),
    );
    expect(risks.map(({ says }) => says)).toEqual([
      'Sanctioned by OFAC',
      'Excluded by USDT',
      'Listed as a pool of a mixer',
      'risk:new_kind',
    ]);
    expect(risksOf([claim('risk:impersonates_asset', 'USDC')])[0]!.says).toBe('Imitates USDC');
  });
});

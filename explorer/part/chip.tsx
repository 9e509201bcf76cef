import { type AddressRecord, addressRecord } from '../app/chain.js';
import { to } from '../app/location.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { checksummed, shortened } from '../text/address.js';
import { dangerOf } from '../text/danger.js';
import { ChainText } from './chain-text.js';

/** The name of an address and how far it can be believed. */
type Presented = Pick<AddressRecord, 'name' | 'nameStanding' | 'impersonates' | 'token'>;

const STANDINGS: Readonly<Record<string, string>> = {
  verified: 'The name is listed, and the list names this address.',
  normal: 'The name the address is shown under.',
  qualified: 'The address declares this name itself.',
  warning: 'The name may mislead.',
  danger: 'The address imitates a well-known asset, is sanctioned, or is on a list of scams.',
  unknown: 'What to think of the name cannot be said: it may imitate a well-known asset.',
};

export function NameChip({ presented }: { readonly presented: Presented }) {
  const { name, nameStanding, token } = presented;
  const text = name ?? token.symbol ?? token.name;
  if (text === undefined) return null;
  const danger = dangerOf(presented);
  const standing =
    danger !== undefined ? 'danger' : (nameStanding ?? (name === undefined ? 'qualified' : 'unknown'));
  return (
    <span class={`chip ${standing}`} title={STANDINGS[standing] ?? standing}>
      {standing === 'verified' && <span aria-hidden="true">✓ </span>}
      <ChainText text={text} longest={32} />
      {danger !== undefined && ` ${danger}`}
      <span class="sr"> ({standing})</span>
    </span>
  );
}

/** An address, short on screens and whole in print. Without `presented` its name is asked for. */
export function Address({
  address,
  presented,
  named = true,
  tab,
}: {
  readonly address: string;
  readonly presented?: Presented;
  readonly named?: boolean;
  readonly tab?: string;
}) {
  const shown = checksummed(address);
  return (
    <span class="address">
      {named && (presented ? <NameChip presented={presented} /> : <AskedName address={address} />)}
      <a href={to(`address/${address}${tab === undefined ? '' : `/${tab}`}`)} title={shown}>
        <code>
          <span class="short">{shortened(shown)}</span>
          <span class="whole">{shown}</span>
        </code>
      </a>
    </span>
  );
}

function AskedName({ address }: { readonly address: string }) {
  const presented = dataOf(useAnswer(() => addressRecord(address), [address]));
  return presented ? <NameChip presented={presented} /> : null;
}

/** A hash, short on screens and whole in print. */
export function Hash({ hash, href }: { readonly hash: string; readonly href?: string }) {
  const code = (
    <code title={hash}>
      <span class="short">
        {hash.startsWith('sha256:') ? `sha256:${hash.slice(7, 13)}…${hash.slice(-4)}` : shortened(hash)}
      </span>
      <span class="whole">{hash}</span>
    </code>
  );
  return href === undefined ? code : <a href={href}>{code}</a>;
}

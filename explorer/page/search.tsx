import { useEffect } from 'preact/hooks';
import { definitions } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { ListedAsset } from '../part/lists.js';
import { Mark } from '../part/mark.js';
import { NewestOnly } from '../part/newest-only.js';
import { Table } from '../part/table.js';
import { dangerOf, isImitation } from '../text/danger.js';
import { shortTitle } from '../text/short-title.js';

type Result = Data<'resolve'>;
type Match = Result['matches'][number];

const MATCHED_ON: Readonly<Record<string, string>> = {
  address: 'the address',
  token_symbol: 'its symbol',
  token_name: 'its declared name',
  name: 'its name',
};
const INDEXES: Readonly<Record<string, string>> = {
  tokens: 'symbols and names of tokens',
  names: 'listed and ENS names',
};

/** Shortest text to search for, in characters. */
const SHORTEST = 2;

export function SearchPage({ query }: PageProps) {
  const { at } = useAsOf();
  const q = (query.get('q') ?? '').trim();
  const answer = useAnswer(
    async () => ([...q].length < SHORTEST ? undefined : await get('resolve', { query: { q } })),
    [q],
  );
  return (
    <>
      <h1>
        Search: <ChainText text={q} />
      </h1>
      {at !== undefined && <NewestOnly />}
      {[...q].length < SHORTEST ? (
        <p>Type at least two characters to look for.</p>
      ) : (
        <Answered answer={answer}>{(result) => result && <Found result={result} />}</Answered>
      )}
    </>
  );
}

function Found({ result: { query, matches, searched, hasMore } }: { readonly result: Result }) {
  const honest = matches.filter((match) => dangerOf(match) === undefined);
  const imitations = matches.filter(isImitation);
  const harmful = matches.filter((match) => dangerOf(match) !== undefined && !isImitation(match));
  const only =
    matches.length === 1 && matches[0]!.match === 'exact' && honest.length === 1
      ? matches[0]!.address
      : undefined;
  useEffect(() => {
    if (only !== undefined) go(to(`address/${only}`), { replace: true });
  }, [only]);
  return (
    <>
      {matches.length === 0 && (
        <p class="notice">
          <Mark state="not-proven" /> <strong>Nothing found.</strong> Searched:{' '}
          {(searched ?? []).map((one) => INDEXES[one] ?? one).join('; ') || 'nothing'}. That no name is known
          does not show that there is no such thing.
          {/^0x[0-9a-f]*$/i.test(query) &&
            ` After 0x an address has 40 hex digits and a hash has 64. Here there are ${query.length - 2}.`}
        </p>
      )}
      {honest.length > 0 && <Matches label="Addresses" matches={honest} />}
      {imitations.length > 0 && (
        <section class="imitations">
          <h2>These imitate {[...new Set(imitations.map(({ impersonates }) => impersonates))].join(', ')}</h2>
          <ImitatedAssets imitations={imitations} />
          <Matches label="Imitations" matches={imitations} />
        </section>
      )}
      {harmful.length > 0 && (
        <section>
          <h2>These are sanctioned or on a list of scams</h2>
          <Matches label="Sanctioned or on a list of scams" matches={harmful} />
        </section>
      )}
      {hasMore && <p class="quiet">There are more. Type more of the name.</p>}
    </>
  );
}

/** The imitated assets with their entries in the list, and a proof that the first match imitates one. */
function ImitatedAssets({ imitations }: { readonly imitations: readonly Match[] }) {
  const symbols = [...new Set(imitations.flatMap(({ impersonates }) => impersonates ?? []))];
  return (
    <p class="listed-asset">
      {symbols.map((symbol) => (
        <ListedAsset key={symbol} symbol={symbol} />
      ))}{' '}
      <a href={to(`address/${imitations[0]!.address}/proof/risk:impersonates_asset`)}>
        Proof that the first imitates it
      </a>
      .
    </p>
  );
}

function Matches({ label, matches }: { readonly label: string; readonly matches: readonly Match[] }) {
  const known = dataOf(useAnswer(definitions, []));
  return (
    <Table label={label} head={['Address', 'Declares', 'Found in', 'Kind']}>
      {matches.map((match) => (
        <tr key={match.address} class={dangerOf(match) === undefined ? '' : 'danger'}>
          <td>
            <Address address={match.address} presented={match} />
          </td>
          <td>
            {match.token.symbol !== undefined && <ChainText text={match.token.symbol} longest={16} />}{' '}
            {match.token.name !== undefined && <ChainText text={match.token.name} longest={32} />}
          </td>
          <td>
            {MATCHED_ON[match.matchedOn] ?? match.matchedOn}
            {match.match === 'exact' ? '' : `, ${match.match.replace('_', ' ')}`}
          </td>
          <td>
            {(match.type.attributes ?? [])
              .filter((id) => id.startsWith('derived:'))
              .map((id) => shortTitle(known?.get(id)?.title ?? id))
              .join(', ') || match.type.state}
          </td>
        </tr>
      ))}
    </Table>
  );
}

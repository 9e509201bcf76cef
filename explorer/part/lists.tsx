import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { dayOf, entriesOf, type Registry, registries, riskLists } from '../app/registries.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { grouped } from '../text/amount.js';
import { Address } from './chip.js';

const TITLES: Readonly<Record<string, string>> = {
  'ofac-sanctions': 'OFAC sanctions',
  mixers: 'pools of mixers',
  'usdc-token': 'the USDC contract',
  'usdt-token': 'the USDT contract',
  'canonical-assets': 'well-known assets',
};

/** A list and its day, with a word where that is long ago. */
export function ListName({ list }: { readonly list: Registry }) {
  const { text, isStale } = dayOf(list);
  return (
    <>
      <a href={to('registries', { list: list.id })}>{TITLES[list.id] ?? list.id}</a> {text}
      {isStale && <strong> (older than 30 days)</strong>}
    </>
  );
}

/**
 * The lists behind what is said of risk, with their dates: a “nothing found” is worth only as much as they
 * are.
 */
export function ListsConsulted({
  id,
  mark = '',
}: {
  /** Only lists of this definition. */
  readonly id?: string;
  /** The mark in the text above that points to this note. */
  readonly mark?: string;
}) {
  const { block } = useAsOf();
  const answer = useAnswer(id === undefined ? riskLists : registries, [id]);
  const all = dataOf(answer);
  if (all === undefined)
    return (
      <p class="footnote">
        {mark}
        {answer.state === 'asking'
          ? 'Asking which lists were consulted …'
          : 'Which lists were consulted is not known here: the service did not say. Load the page again.'}
      </p>
    );
  const lists = id === undefined ? all : all.filter(({ usedBy }) => usedBy.includes(id));
  if (lists.length === 0) return null;
  return (
    <p class="footnote">
      {mark}Consulted:{' '}
      {lists.map((list, at) => (
        <span key={list.id}>
          {at > 0 && '; '}
          <ListName list={list} />
        </span>
      ))}
      {block !== undefined && <>; blocks up to {grouped(block)}</>}. A risk that is on no list and in no block
      is not found.
    </p>
  );
}

/** The lists that a definition consults, with their dates. */
export function ListsOf({ id }: { readonly id: string }) {
  const lists = dataOf(useAnswer(registries, []))?.filter(({ usedBy }) => usedBy.includes(id)) ?? [];
  return (
    <>
      {lists.map((list, at) => (
        <span key={list.id} class="list-of">
          {at === 0 ? 'by the list of ' : ', '}
          <ListName list={list} />
        </span>
      ))}
    </>
  );
}

/** The asset that is listed under a symbol. */
export function ListedAsset({ symbol }: { readonly symbol: string }) {
  const found = dataOf(useAnswer(() => entriesOf('canonical-assets'), []));
  const entry = found?.entries.find(
    ({ fields }) => (fields as Readonly<Record<string, unknown>> | undefined)?.symbol === symbol,
  );
  if (!found) return null;
  return entry ? (
    <span>
      The asset listed as {symbol} is <Address address={entry.key} />.
    </span>
  ) : (
    <span>No asset is listed as {symbol} any more.</span>
  );
}

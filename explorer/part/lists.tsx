import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { entriesOf, registries, riskLists } from '../app/registries.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { grouped } from '../text/amount.js';
import { type ConsultedList, type DatedList, listAt, listOf } from '../text/dated-list.js';
import { listTitle } from '../text/list-title.js';
import { Address } from './chip.js';

/** A list and its day, with a word where that is long ago, or where no version counts. */
function ListName({ list: { id, day, isOld } }: { readonly list: DatedList }) {
  return (
    <>
      <a href={to('registries', { list: id })}>{listTitle(id)}</a>{' '}
      {day ?? <strong>(no version counts at this block)</strong>}
      {isOld && <strong> (older than 30 days)</strong>}
    </>
  );
}

/**
 * The lists behind what is said of risk, with their dates at the block of the page: a “nothing found” is worth
 * only as much as they are.
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
  if (all === undefined || block === undefined)
    return (
      <p class="footnote">
        {mark}
        {answer.state === 'asking' || answer.state === 'answered'
          ? 'Asking which lists were consulted …'
          : 'Which lists were consulted is not known here: the service did not say. Load the page again.'}
      </p>
    );
  const lists = id === undefined ? all : all.filter(({ usedBy }) => usedBy.includes(id));
  return <ConsultedNote lists={lists.map((list) => listAt(list, block))} {...{ block, mark }} />;
}

/** The lists that an answer consulted at a block. */
export const ListsOfAnswer = ({
  lists,
  block,
}: {
  readonly lists: readonly ConsultedList[];
  readonly block: number | undefined;
}) => <ConsultedNote lists={lists.map((list) => listOf(list))} block={block} />;

function ConsultedNote({
  lists,
  block,
  mark = '',
}: {
  readonly lists: readonly DatedList[];
  readonly block: number | undefined;
  readonly mark?: string;
}) {
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

/** The lists that a definition consults, with their dates at the block of the page. */
export function ListsOf({ id }: { readonly id: string }) {
  const { block } = useAsOf();
  const lists = dataOf(useAnswer(registries, []))?.filter(({ usedBy }) => usedBy.includes(id)) ?? [];
  if (block === undefined) return null;
  return (
    <>
      {lists.map((list, at) => (
        <span key={list.id} class="list-of">
          {at === 0 ? 'by the list of ' : ', '}
          <ListName list={listAt(list, block)} />
        </span>
      ))}
    </>
  );
}

/** The asset that is listed under a symbol. */
export function ListedAsset({ symbol }: { readonly symbol: string }) {
  const found = dataOf(useAnswer(() => entriesOf('canonical-assets'), []));
  const entry = found?.entries.find(
    ({ fields, removed }) =>
      removed === undefined && (fields as Readonly<Record<string, unknown>> | undefined)?.symbol === symbol,
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

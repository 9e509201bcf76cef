import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { type AddressRecord, addressRecord, definitions } from '../app/chain.js';
import { heldAt, historiesOf } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { PageProps, TabProps } from '../app/props.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { areWhole, heldByHistory } from '../claim/held.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { NameChip } from '../part/chip.js';
import { Copy } from '../part/copy.js';
import { later } from '../part/later.js';
import { Sentence } from '../part/sentence.js';
import { AttributesTab } from '../tab/attributes.js';
import { checksummed, isAddress, isMistyped } from '../text/address.js';

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly shows: ComponentType<TabProps>;
}

const TABS: readonly Tab[] = [
  {
    id: 'relations',
    title: 'Relations',
    shows: later(() => import('../graphs.js').then(({ RelationsTab }) => RelationsTab)),
  },
  {
    id: 'holdings',
    title: 'Holdings',
    shows: later(() => import('../rest.js').then(({ HoldingsTab }) => HoldingsTab)),
  },
  {
    id: 'dealings',
    title: 'Dealings',
    shows: later(() => import('../rest.js').then(({ DealingsTab }) => DealingsTab)),
  },
  {
    id: 'activity',
    title: 'Activity',
    shows: later(() => import('../rest.js').then(({ ActivityTab }) => ActivityTab)),
  },
  {
    id: 'contract',
    title: 'Contract',
    shows: later(() => import('../rest.js').then(({ ContractTab }) => ContractTab)),
  },
  {
    id: 'token',
    title: 'Token',
    shows: later(() => import('../rest.js').then(({ TokenTab }) => TokenTab)),
  },
];

export function AddressPage(props: PageProps) {
  const address = props.values.address!;
  if (isAddress(address)) return <KnownAddress {...props} />;
  return (
    <>
      <h1>
        <ChainText text={address} />
      </h1>
      <p class="notice warning" role="alert">
        <b>This is no address.</b> One is 0x and 40 hex digits.
      </p>
    </>
  );
}

function KnownAddress({ values, query }: PageProps) {
  const address = values.address!.toLowerCase();
  const open = TABS.find(({ id }) => id === values.tab);
  const isNoTab = values.tab !== undefined && open === undefined;
  const { at, block, coverage } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const moved = useMovedHead(coverage?.head.hash);
  const record = useAnswer(() => addressRecord(address), [address, moved], address);
  const answer = useAnswer(() => historiesOf(address), [address, moved], address);
  const histories = dataOf(answer);
  const isWhole = coverage && histories && areWhole(histories, coverage);
  const asOfBlock = useAnswer(
    async () => (isWhole === false ? await heldAt(address, asked, coverage!) : undefined),
    [address, asked, isWhole, moved],
    isWhole === false ? `${address} ${asked}` : undefined,
  );
  const held = isWhole ? heldByHistory(histories!, asked) : dataOf(asOfBlock);
  const known = dataOf(useAnswer(definitions, []));
  const shown = checksummed(address);
  const summary = dataOf(record);
  return (
    <>
      <div class="title">
        <h1 class="address-title">
          {summary && <NameChip presented={summary} />} <code>{shown}</code>
        </h1>
        <p class="acts">
          <Copy text={shown} what="the address" />
          <a class="button" href={to(`control/${address}`)}>
            Who controls this?
          </a>
          <a class="button" href={to(`diff/${address}`)}>
            Compare two blocks
          </a>
          <a class="button" href={to('report', { subject: address })}>
            Report
          </a>
        </p>
      </div>
      {isMistyped(values.address!) && (
        <p class="notice warning" role="alert">
          <b>A character may be mistyped.</b> Upper and lower case of the address that was given do not fit
          its digits. Compare it with its source.
        </p>
      )}
      {summary && <Declared {...summary} />}
      {at !== undefined && summary && (summary.name ?? summary.token.symbol) !== undefined && (
        <p class="quiet">The name is that of the newest block.</p>
      )}
      <Answered answer={answer} what="an attribute of this address">
        {() =>
          held ? (
            <Sentence address={address} held={held} known={known} />
          ) : (
            <Answered answer={asOfBlock} what="an attribute of this address">
              {() => <p class="asking">Asking …</p>}
            </Answered>
          )
        }
      </Answered>
      <nav class="tabs" aria-label="Of this address">
        <a href={to(`address/${address}`)} aria-current={open || isNoTab ? undefined : 'page'}>
          Attributes
        </a>
        {TABS.filter(({ id }) => isOffered(id, summary)).map(({ id, title }) => (
          <a
            key={id}
            href={to(`address/${address}/${id}`)}
            aria-current={open?.id === id ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {isNoTab ? (
        <p class="notice warning" role="alert">
          <b>
            There is no tab “
            <ChainText text={values.tab!} longest={32} />
            ”.
          </b>{' '}
          Choose one above.
        </p>
      ) : open ? (
        <open.shows address={address} query={query} held={held} key={open.id} />
      ) : (
        <Answered answer={answer} what="an attribute of this address">
          {({ attributes }) => (
            <AttributesTab address={address} history={attributes} held={held} known={known} />
          )}
        </Answered>
      )}
    </>
  );
}

/** The head, once it is not that with which the page was opened: earlier answers no longer hold then. */
function useMovedHead(head: string | undefined): string | undefined {
  const first = useRef<string | undefined>(undefined);
  first.current ??= head;
  return head === first.current ? undefined : head;
}

/** What a token calls itself, where it is shown under another name. */
function Declared({ name, token }: Pick<AddressRecord, 'name' | 'token'>) {
  const { symbol, name: declared } = token;
  if (name === undefined || (declared ?? symbol) === undefined || name === declared || name === symbol)
    return null;
  return (
    <p class="quiet">
      It calls itself <ChainText text={declared ?? symbol!} longest={32} />
      {declared !== undefined && symbol !== undefined && (
        <>
          {' '}
          (<ChainText text={symbol} longest={16} />)
        </>
      )}
      .
    </p>
  );
}

/** Leaves out the contract tab where there is no contract, and the token tab where there is no token. */
function isOffered(id: string, summary: Awaited<ReturnType<typeof addressRecord>> | undefined): boolean {
  if (id === 'contract') return summary?.isContract !== false || summary.contract !== undefined;
  if (id === 'token')
    return (
      summary?.token.state === 'found' ||
      (summary?.type.attributes ?? []).some((one) => one.startsWith('asset:'))
    );
  return true;
}

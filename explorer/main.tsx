import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { type FoundPage, findPage } from '../src/api/explore/explorer-pages.js';
import { blockOf, type Coverage, coverage, firstBlock } from './app/chain.js';
import { AsOfContext } from './app/context.js';
import { atOf, followLinks, to, usePlace } from './app/location.js';
import { forgetCalls } from './app/service.js';
import { dataOf, useAnswer } from './app/use-answer.js';
import { PAGES } from './pages.js';
import { Answered } from './part/answered.js';
import { Frame } from './part/frame.js';
import { shortened } from './text/address.js';
import { readBlock, whyNoBlock } from './text/block-at.js';
import { visible } from './text/visible.js';

function Explorer() {
  const place = usePlace();
  const at = atOf(place);
  const found = findPage(place.path);
  const key = found ? keyOf(found, place.path) : place.path;
  const asking = useAnswer(coverage, [place.path], key);
  const covered = dataOf(asking);
  const number = at === undefined ? covered?.head.number : coveredBlock(at, covered);
  const isAsked = at !== undefined && number === undefined;
  const asked = useAnswer(async () => (isAsked ? await blockOf(at) : undefined), [at, isAsked]);
  const block = number ?? dataOf(asked);
  const title = found ? titleOf(found, place.query) : 'No such page';
  useEffect(() => {
    document.title = `${title} · Chainproof`;
  }, [title]);
  useEffect(() => forgetCalls, [key]);
  const Page = found && PAGES[found.page.name];
  return (
    <AsOfContext.Provider value={{ at, block, coverage: covered }}>
      <Frame path={place.path} searched={place.query.get('q') ?? ''}>
        {(asking.state === 'refused' || asking.state === 'failed') && found?.page.name !== 'verify' ? (
          // A page cannot name its block; a bundle is checked without the service.
          <>
            <h1>{found?.page.title ?? 'No such page'}</h1>
            <Answered answer={asking}>{() => null}</Answered>
          </>
        ) : isAsked && block === undefined ? (
          // Without its block, a page would show the newest state as if it were that of this time.
          <Answered answer={asked} what="the block of this time">
            {() => <p class="asking">Asking …</p>}
          </Answered>
        ) : Page ? (
          <Page key={key} values={found.values} query={place.query} />
        ) : (
          <>
            <h1>No such page</h1>
            <p>
              There is no page at this address. <a href={to('')}>Look something up</a>.
            </p>
          </>
        )}
      </Frame>
    </AsOfContext.Provider>
  );
}

/** Pages of one key are one page: what is above the tabs of an address stays when another tab is opened. */
const keyOf = ({ page, values }: FoundPage, path: string): string =>
  page.name === 'address' || page.name === 'addressTab' ? `address/${values.address}` : path;

/** The subject of the page comes first, because a tab of the browser shows only that much. */
function titleOf({ page, values }: FoundPage, query: URLSearchParams): string {
  const of =
    values.address ?? values.hash ?? values.number ?? values.id ?? query.get('subject') ?? query.get('q');
  const title = visible(values.tab?.replace(/^./, (first) => first.toUpperCase()) ?? page.title, 32);
  return of === undefined || of === null
    ? title
    : `${/^0x|^sha256:/.test(of) ? shortened(of) : visible(of, 32)} · ${title}`;
}

/** The block that `at=` names by its number, where it is covered: that is known without asking. */
function coveredBlock(at: string, covered: Coverage | undefined): number | undefined {
  const number = readBlock(at);
  const first = covered && firstBlock(covered);
  return number !== undefined &&
    first !== undefined &&
    whyNoBlock(number, first, covered!.head.number) === undefined
    ? number
    : undefined;
}

followLinks();
const place = document.querySelector('#page')!;
place.replaceChildren();
render(<Explorer />, place);

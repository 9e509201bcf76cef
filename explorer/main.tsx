import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { findPage } from '../src/api/explore/explorer-pages.js';
import { blockOf, type Coverage, coverage, firstBlock } from './app/chain.js';
import { AsOfContext } from './app/context.js';
import { atOf, followLinks, usePlace } from './app/location.js';
import { forgetCalls } from './app/service.js';
import { dataOf, useAnswer } from './app/use-answer.js';
import { PAGES } from './pages.js';
import { Answered } from './part/answered.js';
import { Frame } from './part/frame.js';
import { readBlock, whyNoBlock } from './text/block-at.js';

function Explorer() {
  const place = usePlace();
  const at = atOf(place);
  const found = findPage(place.path);
  const covered = dataOf(useAnswer(coverage, [place.path]));
  const number = at === undefined ? covered?.head.number : coveredBlock(at, covered);
  const isAsked = at !== undefined && number === undefined;
  const asked = useAnswer(async () => (isAsked ? await blockOf(at) : undefined), [at, isAsked]);
  const block = number ?? dataOf(asked);
  const title = found?.page.title ?? 'No such page';
  useEffect(() => {
    document.title = `${title} · Chainproof`;
    return forgetCalls;
  }, [place.path, title]);
  const Page = found && PAGES[found.page.name];
  return (
    <AsOfContext.Provider value={{ at, block, coverage: covered }}>
      <Frame path={place.path} searched={place.query.get('q') ?? ''}>
        {isAsked && block === undefined ? (
          // Without its block a page would show the newest state as that of another time.
          <Answered answer={asked} what="the block of this time">
            {() => <p class="asking">Asking …</p>}
          </Answered>
        ) : Page ? (
          <Page key={place.path} values={found.values} query={place.query} />
        ) : (
          <>
            <h1>No such page</h1>
            <p>There is no page at this address.</p>
          </>
        )}
      </Frame>
    </AsOfContext.Provider>
  );
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

import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { findPage } from '../src/api/explore/explorer-pages.js';
import { blockOf, coverage } from './app/chain.js';
import { AsOfContext } from './app/context.js';
import { atOf, followLinks, usePlace } from './app/location.js';
import { forgetCalls } from './app/service.js';
import { dataOf, useAnswer } from './app/use-answer.js';
import { PAGES } from './pages.js';
import { Frame } from './part/frame.js';

function Explorer() {
  const place = usePlace();
  const at = atOf(place);
  const found = findPage(place.path);
  const covered = dataOf(useAnswer(coverage, [place.path]));
  const asked = useAnswer(async () => (at === undefined ? undefined : await blockOf(at)), [at]);
  const block = at === undefined ? covered?.head.number : dataOf(asked);
  const title = found?.page.title ?? 'No such page';
  useEffect(() => {
    document.title = `${title} · Chainproof`;
    return forgetCalls;
  }, [place.path, title]);
  const Page = found && PAGES[found.page.name];
  return (
    <AsOfContext.Provider value={{ at, block, coverage: covered }}>
      <Frame path={place.path} searched={place.query.get('q') ?? ''}>
        {asked.state === 'failed' && (
          <p class="notice warning" role="alert">
            {asked.message}
          </p>
        )}
        {Page ? (
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

followLinks();
const place = document.querySelector('#page')!;
place.replaceChildren();
render(<Explorer />, place);

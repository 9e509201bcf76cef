import { addressRecord, definitions } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { Screened } from '../app/screened.js';
import { type Answer, dataOf, useAnswer } from '../app/use-answer.js';
import { isRiskMissing } from '../claim/coverage.js';
import { shortTitle } from '../text/short-title.js';
import { Mark } from './mark.js';

/**
 * The kind of an address, at the newest block, and what points to risk, at the block of the page: proven, not
 * proven, or what cannot be said.
 */
export function KindAndRisk({
  address,
  screened,
}: {
  readonly address: string;
  /** The screening of all addresses beside which it is shown. */
  readonly screened: Answer<ReadonlyMap<string, Screened>>;
}) {
  const { at } = useAsOf();
  const record = dataOf(useAnswer(() => addressRecord(address), [address]));
  const known = dataOf(useAnswer(definitions, []));
  const kind = (record?.type.attributes ?? []).find((id) => id.startsWith('derived:account_type:'));
  const title = (id: string) => shortTitle(known?.get(id)?.title ?? id);
  const kindText = kind === undefined ? record?.isContract && 'Contract' : title(kind);
  return (
    <>
      {kindText && (
        <>
          {kindText} {at !== undefined && <span class="quiet">(at the newest block) </span>}
        </>
      )}
      {screened.state === 'asking' ? '…' : <Risk screened={dataOf(screened)?.get(address)} title={title} />}
    </>
  );
}

function Risk({
  screened,
  title,
}: {
  /** Absent where it was not answered. */
  readonly screened: Screened | undefined;
  readonly title: (id: string) => string;
}) {
  const { at, block, coverage } = useAsOf();
  if (screened === undefined)
    return (
      <span>
        <Mark state="unknown" /> risk cannot be said: the service did not answer
      </span>
    );
  const { address, risks, undecided } = screened;
  const isMissing = isRiskMissing(at === undefined ? undefined : block, coverage);
  return (
    <>
      {risks.map(({ attributeId: id }) => (
        <span key={id}>
          <a class="chip danger" href={to(proofPage(address, id))}>
            {title(id)}
          </a>{' '}
        </span>
      ))}
      {undecided.length > 0 ? (
        <span>
          <Mark state="unknown" /> cannot be said: {undecided.map(title).join(', ')}
        </span>
      ) : (
        risks.length === 0 && (
          <span>
            <Mark state={isMissing ? 'unknown' : 'not-proven'} />{' '}
            {isMissing ? 'risk cannot be said: blocks are missing' : 'no risk proven'}
          </span>
        )
      )}
    </>
  );
}

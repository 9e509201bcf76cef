import { isRisk } from '../../src/api/screening/risk.js';
import type { Definition } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { type ClaimState, gapsOf, stateOfAbsent } from '../claim/coverage.js';
import { type Held, type History, leftOut, withHeld } from '../claim/held.js';
import { type ClaimInterval, holdsAt } from '../claim/interval.js';
import { ChainText } from '../part/chain-text.js';
import { Mark, MarkLegend } from '../part/mark.js';
import { Since } from '../part/since.js';
import { BlockSlider } from '../part/slider.js';
import { SaveCsv } from '../part/table.js';
import { Bar, type Span } from '../part/timeline.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';
import { familyTitle } from '../text/family-title.js';
import { shortTitle } from '../text/short-title.js';

/** Families in the order in which an analyst asks. */
const FAMILIES = [
  'risk',
  'control',
  'token',
  'asset',
  'proxy',
  'role',
  'identity',
  'derived:account_type',
  'address_nature',
];
/** What holds, held, and does not hold, over the blocks. */
export function AttributesTab({
  address,
  history,
  held,
  known,
}: {
  readonly address: string;
  readonly history: History;
  readonly held: Held | undefined;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const { at, block, coverage } = useAsOf();
  if (block === undefined) return <p class="asking">Asking …</p>;
  const head = coverage?.head.number ?? block;
  const intervals = withHeld(history.intervals, held?.attributes ?? []);
  const untold = coverage ? leftOut('attribute', history, coverage) : [];
  const first = coverage?.families.find(({ family }) => family === 'address_nature')?.startBlock ?? 0;
  const begun =
    intervals.length === 0 ? first : Math.min(...intervals.map(({ startBlock }) => startBlock), block, head);
  // A little before the first interval, so that its beginning is seen.
  const span: Span = { from: Math.max(first, begun - Math.ceil((head - begun) / 20)), to: head };
  const ids = [...new Set(intervals.map(({ attributeId }) => attributeId))];
  const family = (id: string) =>
    isRisk(id) ? 'risk' : (known?.get(id)?.family ?? id.slice(0, id.lastIndexOf(':')));
  const absentState = (id: string) => (held ? stateOfAbsent(id, block, coverage, held.open) : 'unknown');
  const absent = [...(known?.values() ?? [])].filter(
    ({ id, kind }) => kind === 'attribute' && !ids.includes(id),
  );
  const risks = absent.filter(({ id }) => isRisk(id)).map(({ id }) => id);
  return (
    <section aria-labelledby="attributes">
      <div class="section-head">
        <h2 id="attributes">Attributes</h2>
        <SaveCsv
          name={`attributes-${address}`}
          rows={() => [
            ['attribute', 'value', 'startBlock', 'startTime', 'endBlock', 'endTime', 'proofHash'],
            ...intervals.map((one) => [
              one.attributeId,
              one.value ?? '',
              one.startBlock,
              isoTime(one.startTime),
              one.endBlock ?? '',
              isoTime(one.endTime),
              one.proofHash ?? '',
            ]),
          ]}
        />
      </div>
      <table class="timeline">
        <thead>
          <tr>
            <th scope="col">Attribute</th>
            <th scope="col" class="axis">
              <BlockSlider span={span} block={block} isNewest={at === undefined} />
            </th>
            <th scope="col">Held</th>
            <th scope="col">
              <span class="sr">Proof</span>
            </th>
          </tr>
        </thead>
        {FAMILIES.map((name) => {
          const rows = ids.filter((id) => family(id) === name);
          const none = held && name === 'risk' && rows.length === 0;
          if (rows.length === 0 && !none) return null;
          return (
            <tbody key={name}>
              <tr class="family">
                <th colSpan={4} scope="rowgroup">
                  {familyTitle(name)}
                </th>
              </tr>
              {none && (
                <tr>
                  <td>
                    <Mark
                      state={risks.some((id) => absentState(id) === 'unknown') ? 'unknown' : 'not-proven'}
                    />{' '}
                    None of {risks.length} is proven
                  </td>
                  <td class="axis">
                    <Bar
                      intervals={[]}
                      gaps={gapsOf('risk:sanctioned_ofac', coverage)}
                      span={span}
                      at={block}
                      label="no risk is proven"
                    />
                  </td>
                  <td colSpan={2}>
                    <button type="button" class="small" onClick={showAbsent}>
                      Why?
                    </button>
                  </td>
                </tr>
              )}
              {rows.map((id) => (
                <AttributeRow
                  key={id}
                  {...{ address, id, span, block }}
                  absentState={absentState(id)}
                  title={known?.get(id)?.title ?? id}
                  intervals={intervals.filter(({ attributeId }) => attributeId === id)}
                />
              ))}
            </tbody>
          );
        })}
      </table>
      <MarkLegend />
      {history.truncated && (
        <p class="notice">
          The history is longer. These are its first {history.intervals.length} intervals, and what holds at
          block {grouped(block)}.
        </p>
      )}
      {untold.length > 0 && (
        <p class="notice">
          The history leaves out {untold.map((name) => familyTitle(name)).join(', ')}, of which something
          could not be decided in some block. What holds of it at block {grouped(block)} is shown.
        </p>
      )}
      <details id="absent">
        <summary>What is not proven here, and why ({absent.length})</summary>
        <ul class="absent">
          {absent.map(({ id, title, description }) => (
            <li key={id}>
              <Mark state={absentState(id)} />{' '}
              <a href={to(proofPage(address, id))} title={description}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Opens what is not proven, and goes there. */
function showAbsent(): void {
  const absent = document.querySelector<HTMLDetailsElement>('#absent')!;
  absent.open = true;
  absent.querySelector('summary')!.focus();
}

const isoTime = (seconds: number | undefined): string =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString();

function AttributeRow({
  address,
  id,
  title,
  absentState,
  intervals,
  span,
  block,
}: {
  readonly address: string;
  readonly id: string;
  readonly title: string;
  /** The state at the block if none of the intervals contains it. */
  readonly absentState: ClaimState;
  readonly intervals: readonly ClaimInterval[];
  readonly span: Span;
  readonly block: number;
}) {
  const { coverage } = useAsOf();
  const now = intervals.find((one) => holdsAt(one, block));
  const shown = now ?? intervals.at(-1)!;
  const isLater = shown.startBlock > block;
  // At the block of the page, only what holds then has a proof.
  const at = now ? undefined : (shown.endBlock ?? shown.startBlock);
  return (
    <tr>
      <td>
        <Mark state={now ? 'proven' : absentState} /> {shortTitle(title)}
        {shown.value !== undefined && (
          <span class="value">
            <ChainText text={shown.value} longest={48} />
          </span>
        )}
      </td>
      <td class="axis">
        <Bar
          intervals={intervals}
          gaps={gapsOf(id, coverage)}
          span={span}
          at={block}
          label={describe(title, intervals)}
          isRisk={isRisk(id)}
        />
      </td>
      <td>
        {isLater && 'later, '}
        {shown.endBlock === shown.startBlock ? (
          <When block={shown.startBlock} time={shown.startTime!} />
        ) : (
          <Since interval={shown} word={shown.endBlock === undefined ? 'since' : 'from'} />
        )}
        {shown.endBlock !== undefined && shown.endBlock !== shown.startBlock && (
          <>
            {' '}
            to <When block={shown.endBlock} {...(shown.endTime !== undefined && { time: shown.endTime })} />
          </>
        )}
        {shown.endBlock === shown.startBlock && ' only'}
        {intervals.length > 1 && <span class="quiet"> · {intervals.length} times</span>}
      </td>
      <td>
        <a href={to(proofPage(address, id), at === undefined ? {} : { at })}>
          proof<span class="sr"> of {title}</span>
          {at !== undefined && ` at ${grouped(at)}`}
        </a>
      </td>
    </tr>
  );
}

function describe(title: string, intervals: readonly ClaimInterval[]): string {
  const parts = intervals.map(({ startBlock, endBlock }) =>
    endBlock === undefined ? `from ${startBlock} on` : `${startBlock} to ${endBlock}`,
  );
  return `${title}: ${parts.join(', ')}`;
}

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useAsOf } from '../app/context.js';
import type { PageProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { NewestOnly } from '../part/newest-only.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import { grouped, percent } from '../text/amount.js';
import { day, dayAndTime, dayOfText, duration, shortDay } from '../text/day.js';
import { ValidatorWithdrawals } from './validator-withdrawals.js';

type Queues = Data<'consensus/queues'>;
type Point = Queues['points'][number];

/** Validators: queues over time, who gets the fees of blocks, and what a validator withdrew. */
export function ValidatorsPage({ query }: PageProps) {
  const { at } = useAsOf();
  const queues = useAnswer(() => get('consensus/queues'), []);
  const now = useAnswer(() => get('consensus/queues/current'), []);
  const proposers = useAnswer(() => get('consensus/proposers'), []);
  return (
    <>
      <h1>Validators</h1>
      {at !== undefined && <NewestOnly />}
      <Answered answer={now}>
        {(one) => (
          <dl class="facts">
            <dt>As of</dt>
            <dd>
              epoch {grouped(one.asOfEpoch)}, {dayAndTime(Date.parse(one.asOfTime) / 1000)}
            </dd>
            <dt>Active</dt>
            <dd>{validators(one.activeValidators)}</dd>
            <dt>Wait to enter</dt>
            <dd>
              {validators(one.pendingActivation)}
              {typeof one.estimatedActivationWaitSeconds === 'number' &&
                `, about ${duration(one.estimatedActivationWaitSeconds)}`}
            </dd>
            <dt>Wait to leave</dt>
            <dd>
              {validators(one.pendingExit)}
              {typeof one.estimatedExitWaitSeconds === 'number' &&
                `, about ${duration(one.estimatedExitWaitSeconds)}`}
            </dd>
          </dl>
        )}
      </Answered>
      <h2>Queues by day</h2>
      <Answered answer={queues}>{({ points }) => <Chart points={[...points].reverse()} />}</Answered>
      <h2>Fee recipients</h2>
      <Answered answer={proposers}>
        {({ proposers: rows, windowDays, blockCount }) => (
          <>
            <p class="quiet">
              {grouped(blockCount)} blocks of the last {windowDays} days.
            </p>
            <Table label="Fee recipients" head={['Fee recipient', '#Blocks', '#Share', '#Tips', 'Last']}>
              {rows.map((one) => (
                <tr key={one.feeRecipient}>
                  <td>
                    <Address address={one.feeRecipient} />
                  </td>
                  <td class="number">{grouped(one.blockCount)}</td>
                  <td class="number">{percent(one.share)}</td>
                  <td class="number">
                    {one.totalTipsWei !== undefined && (
                      <Units units={one.totalTipsWei} decimals={18} symbol="ETH" />
                    )}
                  </td>
                  <td>
                    <When block={one.lastBlock} />
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Answered>
      <ValidatorWithdrawals query={query} key={query.get('validator') ?? ''} />
    </>
  );
}

const validators = (count: number): string => `${grouped(count)} ${count === 1 ? 'validator' : 'validators'}`;

const HEIGHT = 260;

function Chart({ points }: { readonly points: readonly Point[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    // A canvas takes colours as they come out for the theme.
    const colour = (name: string) => {
      element.style.color = `var(${name})`;
      return getComputedStyle(element).color;
    };
    const [ink, line, enter, leave] = ['--ink', '--line', '--bar', '--danger'].map(colour) as [
      string,
      string,
      string,
      string,
    ];
    element.style.color = '';
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    const days = { ...axis, values: (_: uPlot, times: number[]) => times.map(shortDay) };
    const chart = new uPlot(
      {
        // Days begin and end in UTC.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        width: element.clientWidth,
        height: HEIGHT,
        series: [
          { label: 'Day (UTC)', value: pointed((time) => (time ? day(time) : '')) },
          { label: 'wait to enter', stroke: enter, width: 2, value: pointed(count) },
          { label: 'wait to leave', stroke: leave, width: 2, dash: [6, 3], value: pointed(count) },
        ],
        axes: [days, axis],
      },
      [
        points.map(({ time }) => Date.parse(time) / 1000),
        points.map(({ pendingActivation }) => pendingActivation ?? null),
        points.map(({ pendingExit }) => pendingExit ?? null),
      ] as uPlot.AlignedData,
      element,
    );
    chart.setLegend({ idx: points.length - 1 });
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points]);
  return (
    <>
      <div
        class="chart"
        ref={place}
        role="img"
        aria-label="Validators that wait to enter and to leave, by day. The table below has the numbers."
      />
      <details>
        <summary>The numbers</summary>
        <Table label="Queues by day" head={['Day', '#Wait to enter', '#Wait to leave', 'From']}>
          {[...points].reverse().map((point) => (
            <tr key={point.time}>
              <td>{dayOfText(point.time)}</td>
              <td class="number">{count(point.pendingActivation)}</td>
              <td class="number">{count(point.pendingExit)}</td>
              <td>{point.source}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

const count = (validators: number | null | undefined): string =>
  validators === null || validators === undefined ? 'unknown' : grouped(validators);

/** What the legend says of a series: its value on the day under the pointer, or on the newest. */
const pointed =
  (text: (value: number | null | undefined) => string) =>
  ({ data }: uPlot, _: unknown, series: number, at: number | null): string =>
    text(data[series]![at ?? data[series]!.length - 1]);

import { definitions } from '../app/chain.js';
import { to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Carriers } from '../part/carriers.js';
import { DefinitionText } from '../part/definition-text.js';
import { Compared } from '../part/predicates.js';
import { Table } from '../part/table.js';
import { dayOfText } from '../text/day.js';

type Detail = Data<'definitions/{definitionId}'>;

/** One definition: what it means, what it checks, its versions, and who carries it. */
export function DefinitionPage({ values }: PageProps) {
  const id = values.id!;
  const answer = useAnswer(() => get('definitions/{definitionId}', { path: { definitionId: id } }), [id]);
  return (
    <>
      {answer.state !== 'answered' && <h1>Definition</h1>}
      <Answered answer={answer}>{(detail) => <Shown detail={detail} />}</Answered>
    </>
  );
}

function Shown({
  detail: { id, kind, title, description, currentVersion, versions },
}: {
  readonly detail: Detail;
}) {
  const { checks, negativeControls, dependencies } = currentVersion;
  return (
    <>
      <h1>{title}</h1>
      <p class="quiet">
        {kind} <code>{id}</code>, version {currentVersion.version.split('+')[0]} of{' '}
        {dayOfText(currentVersion.publishedAt)}
      </p>
      <p class="means">{description}</p>
      <Checks label="What must hold" rows={checks} />
      {negativeControls.length > 0 && <Checks label="What must be absent" rows={negativeControls} />}
      {dependencies.length > 0 && (
        <p>
          Rests on{' '}
          {dependencies.map((other, at) => (
            <span key={other}>
              {at > 0 && ', '}
              <a href={to(`definitions/${other}`)}>{other}</a>
            </span>
          ))}
          .
        </p>
      )}
      <DefinitionText id={id} version={currentVersion.version} />
      <h2>Who carries it</h2>
      <Carriers id={id} title={title} />
      <h2>Versions</h2>
      <ul>
        {versions.map(({ version, publishedAt }) => (
          <li key={version}>
            {dayOfText(publishedAt)}: <code class="break">{version}</code>
            {version !== currentVersion.version && <DefinitionText id={id} version={version} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Checks({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: Detail['currentVersion']['checks'];
}) {
  const known = dataOf(useAnswer(definitions, []));
  return (
    <Table label={label} head={[label, 'In words', 'Compared with']}>
      {rows.map(({ factId, operator, expected, description }) => (
        <tr key={factId}>
          <td>
            <code>{factId}</code>
          </td>
          <td>{description}</td>
          <td>
            <Compared {...{ operator, expected, known }} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

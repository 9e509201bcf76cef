import { definitions } from '../app/chain.js';
import { to } from '../app/location.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Table } from '../part/table.js';

/** Everything that can be proven. */
export function DefinitionsPage() {
  return (
    <>
      <h1>What can be proven</h1>
      <p class="means">
        Each definition says which facts of the chain prove a statement, and which must be absent. What is not
        listed here is not said.
      </p>
      <Answered answer={useAnswer(definitions, [])}>
        {(known) =>
          [...new Set([...known.values()].map(({ family }) => family))].map((family) => (
            <section key={family}>
              <h2>{family}</h2>
              <Table label={family} head={['Definition', 'What it means', 'Version']}>
                {[...known.values()]
                  .filter((one) => one.family === family)
                  .map(({ id, title, description, currentVersion }) => (
                    <tr key={id}>
                      <td>
                        <a href={to(`definitions/${id}`)}>{title}</a>
                      </td>
                      <td>{description}</td>
                      <td>{currentVersion.version.split('+')[0]}</td>
                    </tr>
                  ))}
              </Table>
            </section>
          ))
        }
      </Answered>
    </>
  );
}

import { type Definition, definitions } from '../app/chain.js';
import { to } from '../app/location.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Table } from '../part/table.js';
import { familyTitle } from '../text/family-title.js';

/** Everything that can be proven. */
export function DefinitionsPage() {
  return (
    <>
      <h1>What can be proven</h1>
      <p class="means">
        Each definition says which facts of the chain prove a statement, and which must be absent. What is not
        listed here is not said.
      </p>
      <Answered answer={useAnswer(definitions, [])}>{(known) => <Families known={known} />}</Answered>
    </>
  );
}

function Families({ known }: { readonly known: ReadonlyMap<string, Definition> }) {
  const families = [...new Set([...known.values()].map(({ family }) => family))];
  return (
    <>
      <nav class="row" aria-label="Families">
        {families.map((family) => (
          <a key={family} href={`#${family}`}>
            {familyTitle(family)}
          </a>
        ))}
      </nav>
      {families.map((family) => (
        <section key={family} id={family}>
          <h2>{familyTitle(family)}</h2>
          <Table label={familyTitle(family)} head={['Definition', 'What it means', 'Version']}>
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
      ))}
    </>
  );
}

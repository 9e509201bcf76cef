import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useState } from 'preact/hooks';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from './answered.js';
import { save } from './table.js';

/** The text of a definition in one version, as the service published it; asked for when it is opened. */
export function DefinitionText({ id, version }: { readonly id: string; readonly version: string }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswer(async () => {
    if (!isOpen) return undefined;
    const { texts } = await get('definitions/{definitionId}/texts', { path: { definitionId: id } });
    return { text: texts.find((one) => one.version === version)?.text };
  }, [id, version, isOpen]);
  return (
    <details class="definition-text" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The definition as YAML</summary>
      {isOpen && (
        <Answered answer={answer}>
          {(found) => found && <Text name={`${id.replaceAll(':', '-')}.yaml`} text={found.text} />}
        </Answered>
      )}
    </details>
  );
}

function Text({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined)
    return (
      <p class="notice">
        The text of this version is not here: the service published it before it kept texts.
      </p>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <p class="row">
        <span>
          SHA-256 of this text: <code class="break">{bytesToHex(sha256(utf8ToBytes(text)))}</code>
        </span>
        <button type="button" class="small" onClick={() => save(name, text, 'application/yaml')}>
          Save it
        </button>
      </p>
    </>
  );
}

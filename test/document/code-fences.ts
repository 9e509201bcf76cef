/** A fenced block of a Markdown file. */
interface Fence {
  /** The text after the opening fence, such as `sh`. */
  readonly language: string;
  readonly text: string;
}

/** A shell script in a document, and its expected output. */
export interface DocumentedRun {
  readonly script: string;
  /** The next block, if it shows an output; `…` matches anything. */
  readonly shown?: string;
}

function fencesOf(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The blocks of one language, each with the output shown below it. */
export function runsOf(markdown: string, language: string): readonly DocumentedRun[] {
  const fences = fencesOf(markdown);
  return fences.flatMap((fence, index) => {
    const next = fences[index + 1];
    if (fence.language !== language) return [];
    return next && ['json', 'text'].includes(next.language)
      ? { script: fence.text, shown: next.text }
      : { script: fence.text };
  });
}

/** The shown lines that match no line of the output. `…` matches anything; a line of `…` alone always counts as missed. */
export function linesMissed(shown: string, output: string): readonly string[] {
  const lines = output.split('\n').map((line) => line.trim());
  return shown
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      if (line.trim() === '…') return true;
      const pattern = new RegExp(`^${line.trim().split('…').map(escaped).join('.*')}$`);
      return !lines.some((one) => pattern.test(one));
    });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

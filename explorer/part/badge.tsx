const BADGES = {
  merkle: ['in the block', 'The verified roots of the block contain it.'],
  node: ['node’s word', 'The node that traced the block says so; no root contains it.'],
} as const;

/** Whether a row is in the verified block, or the word of a node. */
export function Badge({ support }: { readonly support: keyof typeof BADGES }) {
  const [text, title] = BADGES[support];
  return (
    <span class={`support badge ${support}`} title={title}>
      {text}
    </span>
  );
}

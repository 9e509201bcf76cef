const BADGES = {
  merkle: ['in the block', 'The verified roots of the block contain it.'],
  node: ['attested', 'The node that was asked says so; no root of the block contains it.'],
  open: [
    'see the check',
    'A bundle shows it by a Merkle proof or by executing it, if a node proved the state. Otherwise a node alone attests it. The check of the bundle says which.',
  ],
} as const;

/** Whether a record is in the verified block, or attested by a node alone. */
export function Badge({ support }: { readonly support: keyof typeof BADGES }) {
  const [text, title] = BADGES[support];
  return (
    <span class={`support badge ${support}`} title={title}>
      {text}
    </span>
  );
}

/** The transfers between two addresses. */
export function Between({ address, other }: { readonly address: string; readonly other: string }) {
  return (
    <p>
      {address} {other}
    </p>
  );
}

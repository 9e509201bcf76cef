/** The addresses that carry a claim. */
export function Carriers({ id }: { readonly id: string }) {
  return <p class="quiet">{id}</p>;
}

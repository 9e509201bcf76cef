export function RelationsTab() {
  return <p>soon</p>;
}

export function ValidatorsPage() {
  return <p>soon</p>;
}
